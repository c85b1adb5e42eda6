// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function given to pointwise takes plain numbers only, so it cannot be differentiated; give its parameters the type auto, and call exp, sqrt, ... without std::
#include <stencil/stencil.hpp>

using namespace stencil;

void step(const CenterField<double>& x, CenterField<double>& change) {
  const auto decay = pointwise([](double v) { return -v * v; });
  change = solve(identity() - 0.1 * jacobian(decay(x), wrt(x)), 0.1 * decay(x));
}
