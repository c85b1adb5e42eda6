// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression has values at centers, but the destination does not
#include <stencil/stencil.hpp>

using namespace stencil;

void lowest(SurfaceField<double>& out, const CenterField<double>& a) { out = a; }
