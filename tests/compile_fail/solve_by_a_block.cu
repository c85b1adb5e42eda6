// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: on backend::Cuda a system is solved by cuda::CyclicReduction, cuda::ThreadPerColumn, on a ring cuda::AroundRings, or without a strategy
// together: sentences
#include <stencil/cuda.hpp>

using namespace stencil;

using Centers = CenterField<double, backend::Cuda>;

void step(Centers& next, const Centers& a) {
  const auto matrix = identity() - 0.1 * operator_matrix(DivergenceF2C()) * operator_matrix(GradientC2F());
  assign(next, solve(matrix, a), with(cuda::SharedMemory{}));
}
