// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: implicit_step takes the tendency first and then the length of the step: implicit_step(x, tendency, dt)
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& x) { implicit_step(x, 60.0, -0.1 * x, LinearlyImplicitEuler{}); }
