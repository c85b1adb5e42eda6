// SPDX-License-Identifier: BSD-3-Clause
#include "sorted.hpp"

#include <stencil/cuda.hpp>
#include <stencil/cuda/sort.hpp>

template <class Layout, class T>
std::vector<double> sorted::run_on_device(const program::Case& c) {
  return sorted::run<stencil::backend::Cuda, Layout, T>(c);
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
template std::vector<double> sorted::run_on_device<stencil::layout::LevelsContiguous, double>(const program::Case&);
#endif
template std::vector<double> sorted::run_on_device<stencil::layout::ColumnsContiguous, float>(const program::Case&);
