// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the arguments of column_reduce and column_accumulate are the operation, the state to start from, what is made of the state, the direction, from_bottom or from_top, and the values: column_reduce(op, 0.0, as_is, from_top, x)
#include <stencil/stencil.hpp>

using namespace stencil;

void water_path(SurfaceField<double>& path, const CenterField<double>& q) {
  path = column_reduce([](auto a, auto b) { return a + b; }, 0.0, q);
}
