// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function has no grid; heights are heights(Center{}), thicknesses spacing(Center{})
#include <stencil/stencil.hpp>

using namespace stencil;

struct Mass {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x.grid().dz_centers()[0]); }
};

void weigh(CenterField<double>& a) { a = columnwise(Mass{})(a); }
