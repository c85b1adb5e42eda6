// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the step of this march returns nothing; return the level's result, or take the last state with march_state
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, 0.0, [](auto& s, auto x) { s += x; }, q));
  }
};

void fall(CenterField<double>& q) { q = columnwise(Rain{})(q); }
