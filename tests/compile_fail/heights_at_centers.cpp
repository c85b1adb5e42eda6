// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: set_heights takes the heights of faces, an expression at faces
#include <stencil/stencil.hpp>

using namespace stencil;

void update(const ColumnGrid& grid, const CenterField<double>& z) { set_heights(grid, z); }
