// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: first_height_where(condition, direction, otherwise) gives the height of a level; between levels write crossing_height(q, 0.3, direction, interpolation::Linear{})
#include <stencil/stencil.hpp>

using namespace stencil;

void base(SurfaceField<double>& out, const CenterField<double>& q) { out = first_height_where(q, 0.3, from_bottom); }
