// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression has values at the levels of a column, but the destination has one per column; take one level, at_level(x, 0), or what belongs to the whole column, such as column_integral(x)
#include <stencil/stencil.hpp>

using namespace stencil;

void lowest(SurfaceField<double>& out, const CenterField<double>& a) { out = a; }
