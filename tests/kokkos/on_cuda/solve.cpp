// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/solve.hpp"

#include <stencil/kokkos.hpp>

using Backend = stencil::backend::Kokkos<Kokkos::Cuda>;
using stencil::layout::ColumnsContiguous, stencil::layout::LevelsContiguous;

std::vector<double> systems::double_by_levels(const Size& s) { return results<Backend, double, LevelsContiguous>(s); }
std::vector<float> systems::float_by_columns(const Size& s) { return results<Backend, float, ColumnsContiguous>(s); }
std::vector<double> systems::tracers_by_levels(const Size& s) { return reacting_tracers<Backend, LevelsContiguous>(s); }
std::vector<double> systems::tracers_by_columns(const Size& s) {
  return reacting_tracers<Backend, ColumnsContiguous>(s);
}
