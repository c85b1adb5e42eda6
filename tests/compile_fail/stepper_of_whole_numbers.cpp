// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a stepper advances fields of float or double, or of Vecs of them
#include <stencil/stencil.hpp>

void advance(stencil::CenterField<int>& n) {
  using namespace stencil;
  SSPRK33 step(n);
  step(0.0, 0.1, -1 * n);
}
