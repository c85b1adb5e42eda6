// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function with jacobian, value_and_jacobian, newton or implicit_step inside cannot be differentiated, by jvp or by a Jacobian; take the derivative of the formula, and solve for that of what the function solves
#include <stencil/stencil.hpp>

using namespace stencil;

struct Step {
  STENCIL_FUNCTION auto operator()(auto x, auto k) const {
    const auto diffusion = [&](auto y) { return DivergenceF2C(no_flux)(k * GradientC2F()(y)); };
    return results(solve(identity() - 0.1 * jacobian(diffusion, x), x));
  }
};

void f(CenterField<double>& out, const CenterField<double>& x, const FaceField<double>& k) {
  out = jvp(columnwise(Step{})(x, k), wrt(k), k);
}
