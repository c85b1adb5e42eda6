// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: tip(C, D, g) inside a column function takes a matrix C with rows where v is and columns where u is, a square band matrix D of v, and the right side g, values where v is
#include <stencil/stencil.hpp>

using namespace stencil;

struct Waves {
  STENCIL_FUNCTION auto operator()(auto w, auto p) const {
    return solve_arrowhead(identity(), w, tip(operator_matrix(DivergenceF2C()), 1.0 + p * p, p));
  }
};

void step(FaceField<double>& w, CenterField<double>& p) { fields(w, p) = columnwise(Waves{})(w, p); }
