// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: heights are set in all columns at once; say where(...) in the expression instead of a mask or active levels
#include <stencil/stencil.hpp>

using namespace stencil;

void update(const ColumnGrid& grid, const CenterField<double>& h) {
  set_thickness(grid, h, bottom(0.0), active_levels(1, 3));
}
