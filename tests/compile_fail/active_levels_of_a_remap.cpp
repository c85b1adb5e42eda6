// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: sorted columns, running means, at_height and at_level at levels, dense operators and remaps do not know active levels; carry them out in whole
#include <stencil/stencil.hpp>

using namespace stencil;

void update(CenterField<double>& a, const CenterField<double>& x) {
  assign(a, remap(x.grid(), a.grid())(x), active_levels(0, 5));
}
