// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fill takes a value or a function of (z) or (z, column)
#include <stencil/stencil.hpp>

using namespace stencil;

void start(CenterField<double>& a) {
  a.fill([] { return 1.0; });
}
