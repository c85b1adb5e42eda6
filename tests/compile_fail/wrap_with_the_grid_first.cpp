// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrap_center takes the array first and then the grid of its values: wrap_center(array, grid)
#include <vector>

#include <stencil/stencil.hpp>

using namespace stencil;

auto view(std::vector<double>& values, const ColumnGrid& grid) { return wrap_center(grid, values); }
