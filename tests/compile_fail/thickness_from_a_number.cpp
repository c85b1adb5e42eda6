// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: set_thickness takes thicknesses and the height of an end
#include <stencil/stencil.hpp>

using namespace stencil;

void move(const ColumnGrid& grid, const CenterField<double>& dz) { set_thickness(grid, dz, 0.0); }
