// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a pass of repeat_until returns results(...) of the new values, in order, and last of a condition per column: return results(q, column_max(abs(change)) < 1e-6)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Halved {
  STENCIL_FUNCTION auto operator()(auto q) const {
    auto [x, passes, done] = repeat_until([](auto y) { return results(0.5 * y, y < 1.0); }, 9, q);
    return results(x);
  }
};

void halve(CenterField<double>& q) { q = columnwise(Halved{})(q); }
