// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column integral, or another reduction of a column, needs its whole column
#include <stencil/stencil.hpp>

using namespace stencil;

void close(CenterField<double>& out, const FaceField<double>& f, const CenterField<double>& a) {
  out = DivergenceF2C(bottom(SetValue(column_integral(a))))(f);
}
