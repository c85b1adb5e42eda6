// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: assign takes one policy, which may say several things: active_levels(first, last).where(c > 0.0) or policy().with(strategy).where(c > 0.0)
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a, const SurfaceField<int>& floor) {
  assign(a, a + 1.0, active_levels(floor, 5), policy().where(a > 0.0));
}
