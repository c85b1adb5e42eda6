// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: heights are set in all columns at once; say where(...) in the expression instead of a mask
#include <stencil/stencil.hpp>

using namespace stencil;

void update(const ColumnGrid& grid, const FaceField<double>& z, const SurfaceField<double>& land) {
  set_heights(grid, z, policy().where(land));
}
