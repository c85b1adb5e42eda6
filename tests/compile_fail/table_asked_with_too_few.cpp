// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this table has two dimensions; ask it with two values, t(x, y)
#include <stencil/stencil.hpp>

using namespace stencil;

void look_up(CenterField<double>& a, const std::vector<double>& x) {
  const auto t = table(x, x, x);
  a = t(a);
}
