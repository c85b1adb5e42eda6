// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a matrix and a value can be multiplied, but not added, compared or chosen between; write diagonal(x)
#include <stencil/stencil.hpp>

using namespace stencil;

void hold_the_lowest(CenterField<double>& x) {
  x = solve(where(is_lowest(Center{}), 1.0, identity() + 0.1 * jacobian(x * x, wrt(x))), x);
}
