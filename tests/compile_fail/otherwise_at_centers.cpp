// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: first_value_where gives a number, a Vec or one value per column where the condition holds nowhere; give a SurfaceField or an expression of SurfaceFields
#include <stencil/stencil.hpp>

using namespace stencil;

void f(SurfaceField<double>& out, const CenterField<double>& a) {
  out = first_value_where(a > 1.0, a, from_bottom, 2.0 * a);
}
