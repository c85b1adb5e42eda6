// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an associative operation is called with two states, and gives that of both groups of rows
#include <stencil/stencil.hpp>

using namespace stencil;

void largest(SurfaceField<double>& out, const CenterField<double>& q) {
  out = column_reduce(associative([](double x) { return x; }), 0.0, as_is, from_top, q);
}
