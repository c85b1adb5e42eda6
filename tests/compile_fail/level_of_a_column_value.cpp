// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function has no index; the level above is above(x)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x - x(0)); }
};

void slope(CenterField<double>& out, const CenterField<double>& x) { out = columnwise(Slope{})(x); }
