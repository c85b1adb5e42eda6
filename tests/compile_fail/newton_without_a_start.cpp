// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton takes a function and the value where it starts: newton([&](auto x) { return x * x - q; }, start)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(newton([x](auto y) { return y * y - x; }).x);
  }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
