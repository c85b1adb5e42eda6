// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: set_thickness takes the height of an end itself: bottom(0.0) or top(surface field)
#include <stencil/stencil.hpp>

using namespace stencil;

void update(const ColumnGrid& grid, const CenterField<double>& dz) { set_thickness(grid, dz, bottom(SetValue(0.0))); }
