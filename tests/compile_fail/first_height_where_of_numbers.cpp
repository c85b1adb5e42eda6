// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: first_level_where, first_value_where and first_height_where take a condition, such as x > 1.0, and no numbers
#include <stencil/stencil.hpp>

using namespace stencil;

void base(SurfaceField<double>& z, const CenterField<double>& q) { z = first_height_where(q); }
