// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: set_thickness takes an expression at centers, the thickness of each cell; of a number d write
#include <stencil/stencil.hpp>

using namespace stencil;

void stack(const ColumnGrid& grid) { set_thickness(grid, 2.0, bottom(0.0)); }
