// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the operation of sequential returns the next state and leaves the one that it is given
#include <stencil/stencil.hpp>

using namespace stencil;

void sum(SurfaceField<double>& out, const CenterField<double>& q) {
  out = column_reduce(sequential([](auto& state, auto x) { state += x; }), 0.0, as_is, from_bottom, q);
}
