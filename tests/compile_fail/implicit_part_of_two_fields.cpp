// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the implicit part is a function that steps the fields
#include <stencil/stencil.hpp>

using namespace stencil;

void advance(CenterField<double>& u, CenterField<double>& v) {
  ARS343 step(u, v);
  step(0.0, 1.0, [](auto& du, auto& dv) { du = 0.0, dv = 0.0; }, -1.0 * u);
}
