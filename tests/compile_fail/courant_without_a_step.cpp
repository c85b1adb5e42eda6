// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: courant and diffusion_number take the length of the time step
#include <stencil/stencil.hpp>

using namespace stencil;

double number(const FaceField<double>& w) { return courant(w); }
