// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/columns.hpp"

#include <stencil/kokkos.hpp>

template <class Layout, class T>
std::vector<double> columns::run_on_device(const program::Case& c) {
  return columns::run<stencil::backend::Kokkos<Kokkos::Cuda>, Layout, T>(c);
}
template std::vector<double> columns::run_on_device<stencil::layout::LevelsContiguous, double>(const program::Case&);
template std::vector<double> columns::run_on_device<stencil::layout::ColumnsContiguous, float>(const program::Case&);
template std::vector<double> columns::run_on_device<stencil::layout::LevelsContiguous, float>(const program::Case&);

const char* program::no_device() { return ""; }  // else Kokkos::initialize() would have ended the program
