// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a variable of a column function keeps the precision of its values; give what is computed with values of another precision a name of its own; of two numbers where(condition, 1.0, 2.0) is double: write 2.0 + 0.0 * x for one of them
#include <stencil/stencil.hpp>

using namespace stencil;

struct Scaled {
  STENCIL_FUNCTION auto operator()(auto x) const {
    auto y = 1.0 * x;
    y = y * where(x > 0.0, 1.0, 2.0);
    return results(y);
  }
};

void scaled(CenterField<float>& out, const CenterField<float>& a) { out = columnwise(Scaled{})(a); }
