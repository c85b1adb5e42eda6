// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: tip(v, B, C, d, g) takes the unknown's field, two matrices
#include <stencil/stencil.hpp>

using namespace stencil;

void wave(FaceField<double>& w, CenterField<double>& p) { solve_arrowhead(w, identity(), w, tip(p, 1.0, 1.0, 1.0, p)); }
