// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: active_levels takes levels, a SurfaceField<int> or a number; assign an expression of levels to a SurfaceField<int> first
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a, const ColumnGrid& grid) { assign(a, a + 1.0, active_levels(grid, 5)); }
