// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: implicit_step takes the length of the step after the tendency, a number [s]: implicit_step(x, tendency, dt) or implicit_step(x, tendency, dt, LinearlyImplicitEuler{})
#include <stencil/stencil.hpp>

using namespace stencil;

void step(CenterField<double>& x) { implicit_step(x, -0.1 * x, "60 s"); }
