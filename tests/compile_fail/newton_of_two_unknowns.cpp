// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: newton inside a column function finds one value; of several take steps of your own in repeat_until
#include <stencil/stencil.hpp>

using namespace stencil;

struct Roots {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto roots = newton([&](auto x, auto y) { return results(x * y - q, x - y); }, q, q);
    return results(roots.x);
  }
};

void roots(CenterField<double>& q) { q = columnwise(Roots{})(q); }
