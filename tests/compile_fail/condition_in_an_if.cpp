// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a condition of fields differs from place to place
#include <stencil/stencil.hpp>

using namespace stencil;

void clip(CenterField<double>& a) {
  if (a > 1.0) a = 1.0;
}
