// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: sums, running values, sorting, matrices, solves and remaps of a column cannot stand inside a column function; assign them to a field before, and give that as an argument
#include <stencil/stencil.hpp>

using namespace stencil;

struct Step {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto diffusion = DivergenceF2C()(GradientC2F()(x));
    return results(solve(identity() - 0.1 * jacobian(diffusion, wrt(x)), x));
  }
};

void step(CenterField<double>& x) { x = columnwise(Step{})(x); }
