// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the right side of solve is one field, expression or number; for blocks<2>(a, b, c, d) write it as vec(f, g)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Turn {
  STENCIL_FUNCTION auto operator()(auto u, auto v) const {
    return results(solve(blocks<2>(identity(), -0.1, 0.1, identity() + diagonal(u)), array_of(u, v)));
  }
};

void turn(CenterField<double>& u, CenterField<double>& v) { fields(u, v) = columnwise(Turn{})(u, v); }
