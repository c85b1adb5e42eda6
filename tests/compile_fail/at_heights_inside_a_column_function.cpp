// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: inside a column function at_height takes one height per column; assign at_height of a height for each level to a field before, and give that as an argument
#include <stencil/stencil.hpp>

using namespace stencil;

struct Moved {
  STENCIL_FUNCTION auto operator()(auto q, auto w) const { return results(q - at_height(q, heights(Center{}) - w)); }
};

void advect(CenterField<double>& q, const CenterField<double>& w) { q = columnwise(Moved{})(q, w); }
