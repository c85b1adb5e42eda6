// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column integral, or another reduction of a column, may stand only in an expression that is assigned to a SurfaceField
#include <stencil/stencil.hpp>

using namespace stencil;

void normalise(CenterField<double>& out, const CenterField<double>& a) { out = a / column_integral(a); }
