// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an associative operation on several expressions needs a function that makes one state
#include <stencil/stencil.hpp>

using namespace stencil;

void join(SurfaceField<double>& s, const CenterField<double>& a) {
  s = column_reduce(functions::Add{}, 0.0, as_is, from_top, a, a);
}
