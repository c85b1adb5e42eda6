// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Jacobian inside a column function is by one of its values and takes the formula as a function
#include <stencil/stencil.hpp>

using namespace stencil;

struct Step {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const {
    return results(component<0>(solve(jacobian(vec(x * y, y), wrt(x, y)), vec(x, y))));
  }
};

void step(CenterField<double>& x, const CenterField<double>& y) { x = columnwise(Step{})(x, y); }
