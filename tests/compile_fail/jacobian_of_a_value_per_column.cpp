// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value per column, by at_level or a reduction such as column_sum, depends on levels far away
#include <stencil/stencil.hpp>

using namespace stencil;

void f(SurfaceField<BandRow<double, -2, 2>>& rows, const CenterField<double>& a) {
  rows = jacobian(column_sum(a * a), wrt(a));
}
