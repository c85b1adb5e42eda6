// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the diagonals of this matrix are numbers and values per column, so nothing says how many rows it has; give one of them levels, as in band(-1.0, diagonal + 0.0 * x, -1.0), or in blocks diagonal(1.0 + 0.0 * x) for identity()
#include <stencil/stencil.hpp>

using namespace stencil;

struct Turn {
  STENCIL_FUNCTION auto operator()(auto u, auto v) const {
    const auto [x, y] = solve(blocks<2>(identity(), -0.1, 0.1, identity()), vec(u, v));
    return results(x, y);
  }
};

void turn(CenterField<double>& u, CenterField<double>& v) { fields(u, v) = columnwise(Turn{})(u, v); }
