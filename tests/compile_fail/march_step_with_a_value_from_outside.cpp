// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the step of a march computes with the numbers of one level; what it needs of other values it gets as arguments
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto q, auto dry) const {
    return results(march(
        from_top, 0.0,
        [&](auto& state, auto x) {
          state += x;
          return state * dry;
        },
        q));
  }
};

void rain(CenterField<double>& q, const CenterField<double>& dry) { q = columnwise(Rain{})(q, dry); }
