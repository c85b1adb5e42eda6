// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_level may stand only in an expression that is assigned to a SurfaceField
#include <stencil/stencil.hpp>

using namespace stencil;

void subtract_lowest(CenterField<double>& out, const CenterField<double>& a) { out = a - at_level(a, 0); }
