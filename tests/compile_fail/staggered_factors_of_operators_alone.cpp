// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: factorize_staggered takes matrices of which one has values, inside a column function; four of operators and numbers alone are given to solve_staggered(A, B, C, D, f, g), or one gets a value: (1.0 + 0.0 * x) * operator_matrix(op)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Wave {
  STENCIL_FUNCTION auto operator()(auto p, auto w) const {
    const auto div = operator_matrix(DivergenceF2C(no_flux));
    const auto grad = operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
    return factorize_staggered(identity(), div, grad, identity()).solve(p, w);
  }
};

void wave(CenterField<double>& p, FaceField<double>& w) { fields(p, w) = columnwise(Wave{})(p, w); }
