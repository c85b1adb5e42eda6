// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the height of at_height is a number or a value per column; where each level asks for another height, let a march keep the levels that it has passed in an array of its state
#include <stencil/stencil.hpp>

using namespace stencil;

void departure(SurfaceField<double>& s, const CenterField<double>& x, const CenterField<double>& z) {
  s = at_height(x, z);
}
