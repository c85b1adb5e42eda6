// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function an operation gives a new value and changes none
// with: -Werror=unused-result
#include <stencil/stencil.hpp>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const {
    newton([](auto y) { return y * y - 2.0; }, x);
    return results(x);
  }
};

void apply(CenterField<double>& x) { x = columnwise(Root{})(x); }
