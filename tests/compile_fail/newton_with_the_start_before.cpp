// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function newton takes a function, whose zero it finds, and then where it starts: newton([&](auto x) { return x * x - q; }, start)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(newton(q, [&](auto x) { return x * x - q; }).x);
  }
};

void root(CenterField<double>& q) { q = columnwise(Root{})(q); }
