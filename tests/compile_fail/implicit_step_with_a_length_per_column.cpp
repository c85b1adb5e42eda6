// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: implicit_step of a field takes one length of the step for all columns, a number [s]
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a, const SurfaceField<double>& dt) { implicit_step(a, -a, dt); }
