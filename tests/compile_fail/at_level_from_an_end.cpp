// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the level of at_level is a whole number, 0 the lowest and -1 the highest, or a whole number per column
#include <stencil/stencil.hpp>

using namespace stencil;

void read(SurfaceField<double>& out, const CenterField<double>& q) { out = at_level(q, from_top); }
