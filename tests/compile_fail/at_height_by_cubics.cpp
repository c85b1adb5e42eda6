// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at one height per column at_height is linear, with a number or a value per column beyond the levels; ways of interpolation and nearest_level are for a height for each level: at_level(at_height(x, z + 0.0 * heights(Center{}), interpolation::Cubic{}), 0)
#include <stencil/stencil.hpp>

using namespace stencil;

void departure(SurfaceField<double>& s, const CenterField<double>& x) {
  s = at_height(x, 10.0, interpolation::Cubic{});
}
