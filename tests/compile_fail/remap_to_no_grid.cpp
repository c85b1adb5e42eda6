// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: remap takes the grid that values are on and the one that they go to, and then the values: b = remap(a.grid(), b.grid())(a)
#include <stencil/stencil.hpp>

using namespace stencil;

auto transfer(const ColumnGrid& grid) { return remap(grid); }
