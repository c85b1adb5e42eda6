// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the type of a field says of what type its values are: CenterField<double> q(grid)
#include <stencil/stencil.hpp>

using namespace stencil;

void fill(const ColumnGrid& grid) {
  CenterField q(grid);
  q.fill(1.0);
}
