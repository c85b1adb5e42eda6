// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a function that a stepper calls writes to fields and returns nothing
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a, CenterField<double>& b) {
  ARS343 step(a);
  step(0.0, 1.0, 2.0 * b, [&](double length) { return a / (1.0 + length); });
}
