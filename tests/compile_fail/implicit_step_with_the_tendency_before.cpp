// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: implicit_step of a field takes that field, then the tendency, an expression of it, and the length of the step: implicit_step(x, -k * x, dt)
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a) { implicit_step(-a * a, a, 1.0); }
