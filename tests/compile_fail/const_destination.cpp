// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the destination is a view of const values
#include <stencil/stencil.hpp>

using namespace stencil;

void overwrite(const double* values, const ColumnGrid& grid) { wrap_center(values, grid) = 1.0; }
