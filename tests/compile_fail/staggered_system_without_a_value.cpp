// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve_staggered takes values, inside a column function
#include <stencil/stencil.hpp>

using namespace stencil;

void wave() {
  const auto div = operator_matrix(DivergenceF2C(no_flux));
  const auto grad = operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
  solve_staggered(identity(), div, grad, identity(), 1.0, 1.0);
}
