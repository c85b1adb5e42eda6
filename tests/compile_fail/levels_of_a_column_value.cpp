// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function has all levels of a column, whose number it does not tell
#include <stencil/stencil.hpp>

using namespace stencil;

struct Share {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x / x.levels()); }
};

void divide(CenterField<double>& a) { a = columnwise(Share{})(a); }
