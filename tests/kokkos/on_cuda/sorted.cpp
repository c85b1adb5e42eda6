// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/sorted.hpp"

#include <stencil/kokkos.hpp>
#include <stencil/kokkos/sort.hpp>

template <class Layout, class T>
std::vector<double> sorted::run_on_device(const program::Case& c) {
  return sorted::run<stencil::backend::Kokkos<Kokkos::Cuda>, Layout, T>(c);
}
template std::vector<double> sorted::run_on_device<stencil::layout::LevelsContiguous, double>(const program::Case&);
template std::vector<double> sorted::run_on_device<stencil::layout::ColumnsContiguous, float>(const program::Case&);
