// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function newton and implicit_step solve for values of float or double; for values of Vec call them outside, with fields: newton(x, residual) or implicit_step(x, tendency, dt)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Reaction {
  STENCIL_FUNCTION auto operator()(auto w) const {
    auto [x, iterations, converged] = newton([&](auto v) { return v - w + 0.1 * v; }, w);
    return results(x);
  }
};

void react(CenterField<Vec<double, 2>>& w) { w = columnwise(Reaction{})(w); }
