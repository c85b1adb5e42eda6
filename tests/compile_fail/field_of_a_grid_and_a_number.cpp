// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field is made with its grid, CenterField<double> q(grid), and then filled, q.fill(0.5);
#include <stencil/stencil.hpp>

using namespace stencil;

auto zeros(const ColumnGrid& grid) { return CenterField<double>(grid, 0); }
