// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a stepper refers to its fields, but one of these is a temporary; give it a name first
#include <stencil/stencil.hpp>

using namespace stencil;

void advance(const ColumnGrid& grid) {
  SSPRK33 step(CenterField<double>{grid});
  step(0.0, 1.0, [](auto& rate) { rate = 1.0; });
}
