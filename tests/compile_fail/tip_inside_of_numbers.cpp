// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: tip(B, C, d, g) inside a column function takes two matrices, the diagonal d and the right
#include <stencil/stencil.hpp>

using namespace stencil;

struct Exchange {
  STENCIL_FUNCTION auto operator()(auto u, auto v) const {
    const auto [x, y] = solve_arrowhead(identity(), u, tip(0.5, -0.5, 1.0, v));
    return results(x, y);
  }
};

void exchange(CenterField<double>& a, CenterField<double>& b) { fields(a, b) = columnwise(Exchange{})(a, b); }
