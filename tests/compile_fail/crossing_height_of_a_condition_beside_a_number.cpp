// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: crossing_height takes numbers of float or double, and no condition: crossing_height(x, 0.3, from_bottom) is the height at which x > 0.3 begins
#include <stencil/stencil.hpp>

using namespace stencil;

void cloud_base(SurfaceField<double>& h, const CenterField<double>& q) { h = crossing_height(q > 1e-5, 0.5); }
