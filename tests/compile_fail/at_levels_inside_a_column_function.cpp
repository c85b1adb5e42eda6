// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the level of at_level is a whole number per column, as first_level_where gives it
#include <stencil/stencil.hpp>

using namespace stencil;

struct Turned {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(at_level(q, 9 - level_index(Center{}))); }
};

void turn(CenterField<double>& q) { q = columnwise(Turned{})(q); }
