// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field takes an expression, a field, a number or a Vec
#include <stencil/stencil.hpp>

using namespace stencil;

void warm(CenterField<double>& a) {
  assign(a, [](double z) { return 300.0 + z; }, policy().where(a > 0.0));
}
