// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: column_sum, column_min, column_max and column_integral take one value with levels
#include <stencil/stencil.hpp>

using namespace stencil;

void depth(SurfaceField<double>& out) { out = column_integral(1.0); }
