// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve_arrowhead(A, f, tip(...), ...) inside a column function takes the square matrix A of u, its right side f, values where u is, and tips whose matrices lead from there and back
#include <stencil/stencil.hpp>

using namespace stencil;

struct Waves {
  STENCIL_FUNCTION auto operator()(auto w, auto p) const {
    const auto from_p = operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
    const auto to_p = operator_matrix(DivergenceF2C());
    return solve_arrowhead(band(0.1, 1.0 + p * p, 0.1), p, tip(from_p, to_p, 1.0, p));
  }
};

void step(FaceField<double>& w, CenterField<double>& p) { fields(w, p) = columnwise(Waves{})(w, p); }
