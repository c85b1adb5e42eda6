// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the matrices of tip(B, C, d, g) and tip(C, D, g) have rows at centers or faces; a multiple of identity() has none: for 0.1 * identity() write diagonal(0.1 + 0.0 * v)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Turn {
  STENCIL_FUNCTION auto operator()(auto u, auto v) const {
    return solve_arrowhead(identity(), u, tip(-0.1 * identity(), 0.1 * identity(), 1.0, v));
  }
};

void turn(CenterField<double>& u, CenterField<double>& v) { fields(u, v) = columnwise(Turn{})(u, v); }
