// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a function that a stepper calls writes to fields and returns nothing
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a, CenterField<double>& b) {
  SSPRK33 step(a, b);
  step(0.0, 1.0, [](double, auto& rate_of_a, auto& rate_of_b) { return results(-1.0 * rate_of_b, rate_of_a); });
}
