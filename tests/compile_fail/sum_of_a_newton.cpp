// SPDX-License-Identifier: BSD-3-Clause
// expect: what newton and an implicit_step give has its solution as .x
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(1.0 + newton([&](auto y) { return y * y - x; }, x));
  }
};

void root(CenterField<double>& x) { x = columnwise(Root{})(x); }
