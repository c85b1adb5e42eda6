// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: at_level at a level per column stands inside a column function, with the level as an argument
#include <stencil/stencil.hpp>

using namespace stencil;

void at_base(SurfaceField<double>& out, const CenterField<double>& a, const SurfaceField<int>& base) {
  out = at_level(a, base);
}
