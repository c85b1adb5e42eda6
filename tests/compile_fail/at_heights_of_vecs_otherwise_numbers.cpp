// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: what at_height and at_level give beyond the levels is a number, a value per column of the type of x, or nearest_level
#include <stencil/stencil.hpp>

using namespace stencil;

void move(CenterField<Vec<double, 2>>& wind, const CenterField<double>& z, const SurfaceField<double>& s) {
  wind = at_height(wind, z, s);
}
