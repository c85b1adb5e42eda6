// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_level takes a value and the number of a level, 0 the lowest and -1 the highest: at_level(x, 0)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x - at_level(x)); }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
