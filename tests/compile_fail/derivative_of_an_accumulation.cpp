// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: accumulations along the column, sorted columns and solutions are not differentiated in an expression
#include <stencil/stencil.hpp>

using namespace stencil;

void f(FaceField<double>& slope, const CenterField<double>& a, const CenterField<double>& direction) {
  slope = jvp(cumulative_integral(a, bottom(0.0)), wrt(a), direction);
}
