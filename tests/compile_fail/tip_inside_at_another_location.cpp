// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: tip(B, C, d, g) inside a column function takes matrices B, with rows where u is and columns where v is, and C, the other way round, then the diagonal d of v's matrix and the right side g, values where v is; where u does not depend on v, tip(C, D, g) takes any band matrix D
#include <stencil/stencil.hpp>

using namespace stencil;

struct Waves {
  STENCIL_FUNCTION auto operator()(auto w, auto p) const {
    const auto from_p = operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
    const auto to_p = operator_matrix(DivergenceF2C());
    return solve_arrowhead(identity(), w, tip(to_p, from_p, 1.0, p));
  }
};

void step(FaceField<double>& w, CenterField<double>& p) { fields(w, p) = columnwise(Waves{})(w, p); }
