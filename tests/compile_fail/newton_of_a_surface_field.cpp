// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jacobian takes a field at centers or faces; the derivative by one value per column is no band: jvp(e, wrt(s), ds) gives it, for ds = 1.0 the derivative by that value; newton solves for one value per column inside column functions, newton(f, s)
#include <stencil/stencil.hpp>

using namespace stencil;

void root(SurfaceField<double>& s) { newton(s, s * s - 9.0); }
