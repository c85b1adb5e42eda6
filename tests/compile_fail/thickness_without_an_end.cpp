// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: set_thickness takes thicknesses and the height of an end, from which they are summed up: set_thickness(grid, dz, bottom(0.0)), or top(surface field)
#include <stencil/stencil.hpp>

using namespace stencil;

void stack(const ColumnGrid& grid, const CenterField<double>& dz) { set_thickness(grid, dz); }
