// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: above takes a condition for the top and below one for the bottom, where there is no neighbour: above(x, top(SetValue(0.0))), below(x, bottom(SetValue(0.0)))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Step {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(above(x, bottom(SetValue(0.0))) - x); }
};

void step(CenterField<double>& out, const CenterField<double>& x) { out = columnwise(Step{})(x); }
