// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a march starts from a number, a struct or one value per column, not from values at levels; take that of one level, at_level(x, -1), or a sum
#include <stencil/stencil.hpp>

using namespace stencil;

struct Rain {
  STENCIL_FUNCTION auto operator()(auto x) const {
    return results(march(from_top, x, [](auto& falling, auto source) { return falling += source; }, x));
  }
};

void rain(CenterField<double>& out, const CenterField<double>& x) { out = columnwise(Rain{})(x); }
