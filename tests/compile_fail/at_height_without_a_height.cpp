// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_height takes a value and a height in metres: at_height(x, 10.0)
#include <stencil/stencil.hpp>

using namespace stencil;

void screen(SurfaceField<double>& s, const CenterField<double>& a) { s = at_height(a); }
