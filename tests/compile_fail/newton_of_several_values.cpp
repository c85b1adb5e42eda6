// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton and value_and_jacobian take a function that returns one value, not results(...); jacobian takes several
#include <stencil/stencil.hpp>

using namespace stencil;

struct Roots {
  STENCIL_FUNCTION auto operator()(auto q) const {
    auto [x, iterations, converged] = newton([&](auto y) { return results(y - q, y * y); }, q);
    return results(x);
  }
};

void solve_for(CenterField<double>& q) { q = columnwise(Roots{})(q); }
