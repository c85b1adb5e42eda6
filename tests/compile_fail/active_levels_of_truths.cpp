// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: active_levels takes levels, a SurfaceField<int> or a number
#include <stencil/stencil.hpp>

using namespace stencil;

void grow(CenterField<double>& out, const CenterField<double>& a, const SurfaceField<bool>& is_ice) {
  assign(out, 2.0 * a, active_levels(0, is_ice));
}
