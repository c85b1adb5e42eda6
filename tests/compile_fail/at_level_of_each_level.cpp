// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the level of at_level is one for each column; the next levels are above(x) and below(x); where each level asks for another, let a march keep the levels that it has passed in an array of its state
#include <stencil/stencil.hpp>

using namespace stencil;

struct Mirrored {
  STENCIL_FUNCTION auto operator()(auto x, auto from) const { return results(at_level(x, from)); }
};
void mirror(CenterField<double>& out, const CenterField<double>& x, const CenterField<int>& from) {
  out = columnwise(Mirrored{})(x, from);
}
