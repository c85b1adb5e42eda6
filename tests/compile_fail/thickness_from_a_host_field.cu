// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the fields that heights are set by live in different memories (host and device), or not in that of the backend that is named; give all fields the same backend
// together: sentences
#include <stencil/cuda.hpp>

using namespace stencil;

void thicken(const ColumnGrid& grid, const CenterField<double, backend::Cuda>& h, const SurfaceField<double>& floor) {
  set_thickness(grid, h, bottom(floor));
}
