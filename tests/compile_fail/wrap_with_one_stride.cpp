// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: wrap_face takes two strides, in elements, from level to level and from column to column
#include <stencil/stencil.hpp>

using namespace stencil;

auto view(double* values, const ColumnGrid& grid) { return wrap_face<backend::Cpu>(values, 1, grid); }
