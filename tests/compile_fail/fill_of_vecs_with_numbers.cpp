// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function given to fill returns values such as the field's
#include <stencil/stencil.hpp>

using namespace stencil;

void start(CenterField<Vec<double, 2>>& u) {
  u.fill([](double z) { return z; });
}
