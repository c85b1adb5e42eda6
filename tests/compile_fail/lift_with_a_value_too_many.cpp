// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function that makes the state of one row is called with the values of a level, one of each expression
#include <stencil/stencil.hpp>

using namespace stencil;

void largest(FaceField<double>& out, const CenterField<double>& q) {
  out = column_accumulate(associative(functions::Max{}, [](double x, double) { return x; }), 0.0, as_is, from_top, q);
}
