// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a stepper takes the fields that it changes, arrays or structs of them, as in RK4 step(u, v)
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a) {
  SSPRK33 step;
  step(0.0, 0.1, -1.0 * a);
}
