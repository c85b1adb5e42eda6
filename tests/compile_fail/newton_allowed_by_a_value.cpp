// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: what newton takes after its options is a function of a value that gives a condition, at levels or per column: [](auto x) { return x > 0.0; }
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(newton([&](auto y) { return y * y - x; }, 1.0 + x, {}, [](auto y) { return y; }).x);
  }
};

void root(CenterField<double>& a) { a = columnwise(Root{})(a); }
