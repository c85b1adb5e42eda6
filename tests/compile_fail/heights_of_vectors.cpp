// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: heights and thicknesses are numbers
#include <stencil/stencil.hpp>

using namespace stencil;

void update(const ColumnGrid& grid, const FaceField<Vec<double, 2>>& z) { set_heights(grid, z); }
