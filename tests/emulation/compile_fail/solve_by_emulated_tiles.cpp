// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: on backend::Emulation a system is solved by emulation::Lanes or without a strategy
#include <stencil/stencil.hpp>

#include <stencil/emulation/emulation.hpp>

using namespace stencil;

using Centers = CenterField<double, backend::Emulation>;

void step(Centers& next, const Centers& a) {
  const auto matrix = identity() - 0.1 * operator_matrix(DivergenceF2C()) * operator_matrix(GradientC2F());
  assign(next, solve(matrix, a), with(emulation::SharedMemory<>{}));
}
