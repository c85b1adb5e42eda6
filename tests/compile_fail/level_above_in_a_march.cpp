// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: above and below take values with levels, not numbers; the step of a march gets a neighbour's as a value of its own
#include <stencil/stencil.hpp>

using namespace stencil;

struct Smooth {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, 0.0, [](auto& state, auto x) { return state += above(x) - x; }, q));
  }
};

void smooth(CenterField<double>& q) { q = columnwise(Smooth{})(q); }
