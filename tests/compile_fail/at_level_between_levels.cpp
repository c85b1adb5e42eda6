// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the level of at_level is a whole number, 0 the lowest and -1 the highest; at a height in metres write at_height(x, z)
#include <stencil/stencil.hpp>

using namespace stencil;

void at_two_metres(SurfaceField<double>& out, const CenterField<double>& a) { out = at_level(a, 2.0); }
