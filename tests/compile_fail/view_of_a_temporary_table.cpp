// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this table is a temporary, which ends with the statement, but its view refers to its memory; give it a name first, as in const auto speed = table(x, values);
#include <stencil/stencil.hpp>

using namespace stencil;

auto falls(const std::vector<double>& x) {
  return columnwise([speed = table(x, x).view()](auto y) { return results(speed(y)); });
}
