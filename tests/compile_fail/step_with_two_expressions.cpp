// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a step takes one tendency; of several fields that is a column function of them or a function that writes all
#include <stencil/stencil.hpp>

using namespace stencil;

void swap(CenterField<double>& a, CenterField<double>& b) {
  RK4 step(a, b);
  step(0.0, 1.0, -1.0 * b, 1.0 * a);
}
