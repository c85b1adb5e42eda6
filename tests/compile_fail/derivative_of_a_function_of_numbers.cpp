// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function given to pointwise takes plain numbers only
#include <stencil/stencil.hpp>

using namespace stencil;

void step(CenterField<double>& x) {
  const auto decay = pointwise([](double v) { return -v * v; });
  x = solve(identity() - 0.1 * jacobian(decay(x), wrt(x)), x);
}
