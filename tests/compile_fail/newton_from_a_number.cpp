// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton inside a column function starts from a value at centers, at faces or per column; begin with a number as newton(f, 1.0 + 0.0 * x)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const {
    auto [root, iterations, converged] = newton([&](auto y) { return y * y - x; }, 1.0);
    return results(root);
  }
};

void root(CenterField<double>& a) { fields(a) = columnwise(Root{})(a); }
