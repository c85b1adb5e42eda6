// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this expression has no field that says which backend it is for; name it, as in
#include <stencil/stencil.hpp>

using namespace stencil;

void update(const ColumnGrid& grid) { set_heights(grid, 2.0 * heights(Face{})); }
