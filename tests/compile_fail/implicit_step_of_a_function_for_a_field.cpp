// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: implicit_step of a field takes the tendency as an expression of that field
#include <stencil/stencil.hpp>

void decay(stencil::CenterField<double>& x) {
  using namespace stencil;
  implicit_step(x, [](auto y) { return -1.0 * y; }, 0.1);
}
