// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function has no index; the level above is above(x), the one below below(x), a certain one at_level(x, k), a component of a Vec component<0>(x); a loop over the levels is a march
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Slope {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x - x[0]); }
};

void slope(CenterField<double>& out, const CenterField<double>& x) { out = columnwise(Slope{})(x); }
