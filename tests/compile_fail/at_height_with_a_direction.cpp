// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_height takes a value, a height in metres, and what it gives below the lowest and above the highest level
#include <stencil/stencil.hpp>

using namespace stencil;

void read(SurfaceField<double>& out, const CenterField<double>& q) { out = at_height(q, 10.0, from_top); }
