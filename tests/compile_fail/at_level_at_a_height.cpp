// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the level of at_level is a whole number per column, as first_level_where gives it
#include <stencil/stencil.hpp>

using namespace stencil;

void at_base(SurfaceField<double>& out, const CenterField<double>& a, const SurfaceField<double>& base) {
  out = at_level(a, base);
}
