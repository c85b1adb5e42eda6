// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this backend does not solve systems of columns; it lacks solve(outputs, policy)
#include "another_backend.hpp"

using namespace stencil;

using Centers = CenterField<double, another::Backend>;

void step(Centers& next, const Centers& a) {
  next = solve(identity() - 0.1 * operator_matrix(DivergenceF2C()) * operator_matrix(GradientC2F()), a);
}
