// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: set_heights takes the grid first and then the heights of its faces: set_heights(grid, z)
#include <stencil/stencil.hpp>

using namespace stencil;

void move(const ColumnGrid& grid, const FaceField<double>& z) { set_heights(z, grid); }
