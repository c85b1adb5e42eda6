// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/columns.hpp"

#include <stencil/kokkos.hpp>
#include <stencil/kokkos/sort.hpp>

#include "cuda/dense.hpp"
#include "cuda/solve.hpp"
#include "cuda/sorted.hpp"

using Backend = stencil::backend::Kokkos<Kokkos::Cuda>;
using stencil::layout::ColumnsContiguous, stencil::layout::LevelsContiguous;

template <class Layout, class T>
std::vector<double> columns::run_on_device(const program::Case& c) {
  return columns::run<Backend, Layout, T>(c);
}
template std::vector<double> columns::run_on_device<LevelsContiguous, double>(const program::Case&);
template std::vector<double> columns::run_on_device<ColumnsContiguous, float>(const program::Case&);

template <class Layout, class T>
dense::Run dense::run_on_device(int levels, std::size_t columns) {
  return dense::run<Backend, Layout, T>(levels, columns);
}
template <class Layout, class T>
dense::Values dense::remaps_on_device(int levels, std::size_t columns) {
  return dense::remaps<Backend, Layout, T>(levels, columns);
}
template dense::Run dense::run_on_device<LevelsContiguous, double>(int, std::size_t);
template dense::Run dense::run_on_device<ColumnsContiguous, float>(int, std::size_t);
template dense::Values dense::remaps_on_device<LevelsContiguous, double>(int, std::size_t);

std::vector<double> systems::double_by_levels(const Size& s) { return results<Backend, double, LevelsContiguous>(s); }
std::vector<float> systems::float_by_columns(const Size& s) { return results<Backend, float, ColumnsContiguous>(s); }
std::vector<double> systems::tracers_by_levels(const Size& s) { return reacting_tracers<Backend, LevelsContiguous>(s); }
std::vector<double> systems::tracers_by_columns(const Size& s) {
  return reacting_tracers<Backend, ColumnsContiguous>(s);
}

template <class Layout, class T>
std::vector<double> sorted::run_on_device(const program::Case& c) {
  return sorted::run<Backend, Layout, T>(c);
}
template std::vector<double> sorted::run_on_device<LevelsContiguous, double>(const program::Case&);
template std::vector<double> sorted::run_on_device<ColumnsContiguous, float>(const program::Case&);

const char* program::no_device() { return ""; }  // else Kokkos::initialize() would have ended the program
