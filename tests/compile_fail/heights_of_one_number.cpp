// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: set_heights takes the heights of faces, an expression at faces
#include <stencil/stencil.hpp>

using namespace stencil;

void flatten(const ColumnGrid& grid) { set_heights(grid, 3.0); }
