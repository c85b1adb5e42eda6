// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Jacobian inside a column function is by one of its values and takes the formula as a function: jacobian([&](auto y) { return div(k * grad(y)); }, x)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Step {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto diffusion = DivergenceF2C()(GradientC2F()(x));
    return results(solve(identity() - 0.1 * jacobian(diffusion, wrt(x)), x));
  }
};

void step(CenterField<double>& x) { x = columnwise(Step{})(x); }
