// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the direction of a search is from_bottom or from_top, and stands before what the search gives where it finds nothing
#include <stencil/stencil.hpp>

using namespace stencil;

void cloud_base(SurfaceField<double>& h, const CenterField<double>& q) { h = crossing_height(q, 0.5, -1.0); }
