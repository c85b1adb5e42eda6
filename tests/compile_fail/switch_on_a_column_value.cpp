// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function differs from level to level and from column to column; choose with where(condition, x, y), not with if or ?:
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x, auto kind) const {
    switch (kind) {
      case 0:
        return results(x);
      default:
        return results(0.5 * x);
    }
  }
};

void apply(CenterField<double>& x, const CenterField<int>& kind) { x = columnwise(Formula{})(x, kind); }
