// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this function writes to copies of the fields that a stepper gives it, which are lost; let it take them by reference
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a) {
  RK4 step(a);
  step(0.0, 1.0, [&](double, auto rate) { rate = -0.1 * a; });
}
