// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: courant and diffusion_number take a field or an expression at centers or faces
#include <stencil/stencil.hpp>

using namespace stencil;

double number() { return courant(5.0, 0.5); }
