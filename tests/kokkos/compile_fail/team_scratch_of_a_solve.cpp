// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: kokkos::TeamScratch evaluates expressions; solve and running values have one way of their own
#include <stencil/kokkos.hpp>

using namespace stencil;

using Centers = CenterField<double, backend::Kokkos<>>;

void step(Centers& next, const Centers& a) {
  assign(next, solve(identity() - 0.1 * operator_matrix(DivergenceF2C()) * operator_matrix(GradientC2F()), a),
         with(kokkos::TeamScratch<>{}));
}
