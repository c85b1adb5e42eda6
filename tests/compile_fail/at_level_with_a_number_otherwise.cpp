// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_level of a number of a level takes no third argument, which is for columns that lack a level of their own; write at_level(x, 2)
#include <stencil/stencil.hpp>

using namespace stencil;

void third(SurfaceField<double>& out, const CenterField<double>& q) { out = at_level(q, 2, 0.0); }
