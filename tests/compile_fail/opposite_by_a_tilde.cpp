// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields, expressions and values of a column function have no operations on bits; where a condition does not hold is !condition
#include <stencil/stencil.hpp>

using namespace stencil;

struct Clip {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(where(~(x > 0.0), 0.0, x)); }
};

void clip(CenterField<double>& a) { a = columnwise(Clip{})(a); }
