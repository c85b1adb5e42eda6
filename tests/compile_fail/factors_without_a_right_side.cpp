// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the factors of a matrix solve for right sides: x = lu.solve(b), or auto [x, y] = lu.solve(b, c)
#include <stencil/stencil.hpp>

using namespace stencil;

struct SolvedForNothing {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto lu = factorize(identity() + diagonal(x));
    return results(lu.solve());
  }
};

void solve_for_nothing(CenterField<double>& a) { a = columnwise(SolvedForNothing{})(a); }
