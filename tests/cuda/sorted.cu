// SPDX-License-Identifier: BSD-3-Clause
#include "sorted.hpp"

#include <cstddef>
#include <string>

#include "device_backend.hpp"

#if defined(STENCIL_TEST_KOKKOS)
#include <stencil/kokkos/sort.hpp>
#else
#include <stencil/cuda/sort.hpp>
#endif

template <class Layout, class T>
std::vector<double> sorted::run_on_device(const program::Case& c) {
  return sorted::run<DeviceBackend, Layout, T>(c);
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
template std::vector<double> sorted::run_on_device<stencil::layout::LevelsContiguous, double>(const program::Case&);
#endif
template std::vector<double> sorted::run_on_device<stencil::layout::ColumnsContiguous, float>(const program::Case&);

std::string sorted::refused_columns() {
  try {
    stencil::cuda::ranked<double>({nullptr, 1, 1}, {1, std::ptrdiff_t{400} << 20}, {0});
  } catch (const stencil::ShapeError& error) {
    return error.what();
  }
  return "";
}
