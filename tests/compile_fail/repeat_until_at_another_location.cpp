// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a pass of repeat_until returns each value at the location, centers, faces or one per column, at which it takes it
#include <stencil/stencil.hpp>

using namespace stencil;

struct Passes {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto pass = [](auto y) {
      const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(y);
      return results(gradient, column_max(abs(y)) < 1.0);
    };
    const auto [x, passes, done] = repeat_until(pass, 5, q);
    return results(x);
  }
};

void repeat(CenterField<double>& out, const CenterField<double>& q) { out = columnwise(Passes{})(q); }
