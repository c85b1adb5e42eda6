// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression has values at the levels of a column, but the destination has one per column
#include <stencil/stencil.hpp>

using namespace stencil;

void departure(SurfaceField<double>& s, const CenterField<double>& x, const CenterField<double>& z) {
  s = at_height(x, z);
}
