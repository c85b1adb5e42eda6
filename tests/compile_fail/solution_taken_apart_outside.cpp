// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: outside of column functions a solution is not taken apart by auto [x, y] = solve(A, b)
#include <stencil/stencil.hpp>

using namespace stencil;

void couple(CenterField<double>& out, const CenterField<double>& u, const CenterField<double>& v) {
  const auto A = identity() - 0.1 * jacobian(DivergenceF2C(no_flux)(GradientC2F()(u)), wrt(u));
  const auto [x, y] = solve(blocks<2>(A, 0.1, 0.0, identity()), vec(u, v));
  out = x + y;
}
