// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: column_sum, column_min, column_max and column_integral take one value with levels
#include <stencil/stencil.hpp>

using namespace stencil;

void larger(SurfaceField<double>& out, const CenterField<double>& q, const CenterField<double>& r) {
  out = column_max(q, r);
}
