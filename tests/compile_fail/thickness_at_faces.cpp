// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: set_thickness takes the thickness of cells, an expression at centers
#include <stencil/stencil.hpp>

using namespace stencil;

void update(const ColumnGrid& grid, const FaceField<double>& dz) { set_thickness(grid, dz, bottom(0.0)); }
