// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a march takes a direction, the state to start from, a step and the values of a level: march(from_top, 0.0, [](auto& state, auto x) { ... }, x)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, [](auto& s, auto x) { return s += x; }, q));
  }
};

void fall(CenterField<double>& q) { q = columnwise(Rain{})(q); }
