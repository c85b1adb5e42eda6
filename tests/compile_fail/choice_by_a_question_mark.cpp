// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: of two matrices, or two values inside jacobian or newton, choose by a variable and not by ?:, as in auto a = x; if (flag) a = y;
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  bool linear;

  STENCIL_FUNCTION auto operator()(auto x) const {
    auto [y, iterations, converged] = newton([&](auto u) { return (linear ? u : u * u) - x; }, x);
    return results(y);
  }
};

void root(CenterField<double>& a) { a = columnwise(Root{true})(a); }
