// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function differs from level to level and from column to column; choose with where(condition, x, y), not with if or ?:
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Clip {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const bool large = x > 1.0;
    if (large) x = 0.5 * x;
    return results(x);
  }
};

void clip(FaceField<double>& a) { a = columnwise(Clip{})(a); }
