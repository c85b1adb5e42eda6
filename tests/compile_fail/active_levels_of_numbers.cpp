// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: active_levels takes levels, a SurfaceField<int> or a number; assign an expression of levels to
#include <stencil/stencil.hpp>

using namespace stencil;

void update(CenterField<double>& a, const SurfaceField<double>& floor) { assign(a, 2.0 * a, active_levels(floor, 5)); }
