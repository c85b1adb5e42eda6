// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the matrices of tip(v, B, C, d, g) and tip(v, C, D, g) have rows at centers or faces; a multiple of identity() has none: for 0.1 * identity() write diagonal(0.1 + 0.0 * v)
#include <stencil/stencil.hpp>

using namespace stencil;

void react(CenterField<double>& u, CenterField<double>& v) {
  solve_arrowhead(u, identity(), u, tip(v, 0.1 * identity(), 0.1 * identity(), 1.0, v));
}
