// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: repeat_until takes the function of a pass, the largest number of passes and the values that a pass changes: repeat_until([&](auto q) { ... }, 50, q0)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Halve {
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto pass = [](auto q) { return results(0.5 * q, column_max(q) < 1.0); };
    return repeat_until(pass, x);
  }
};

void halve(CenterField<double>& a, SurfaceField<int>& passes, SurfaceField<bool>& done) {
  fields(a, passes, done) = columnwise(Halve{})(a);
}
