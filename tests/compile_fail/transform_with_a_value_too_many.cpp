// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function that makes the result of a column operation is called with the state
#include <stencil/stencil.hpp>

using namespace stencil;

void largest(SurfaceField<double>& out, const CenterField<double>& q) {
  out = column_reduce(functions::Max{}, 0.0, [](double state, double) { return state; }, from_top, q);
}
