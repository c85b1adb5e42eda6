// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a function that a stepper calls writes to fields and returns nothing
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a) {
  RK4 step(a);
  step(0.0, 1.0, [](auto& rate) { return -0.1 * rate; });
}
