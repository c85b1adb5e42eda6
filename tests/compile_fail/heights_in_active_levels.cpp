// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: heights are set in all columns at once; say where(...) in the expression instead of a mask or active levels
#include <stencil/stencil.hpp>

using namespace stencil;

void update(const ColumnGrid& grid, const FaceField<double>& z) { set_heights(grid, 2.0 * z, active_levels(1, 3)); }
