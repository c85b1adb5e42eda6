// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a tendency is an expression, a column function of fields, or a function that writes one
#include <stencil/stencil.hpp>

using namespace stencil;

void advance(CenterField<double>& u, CenterField<double>& v) {
  RK4(u, v)(0.0, 1.0, [](FaceField<double>& rate) { rate = 1.0; });
}
