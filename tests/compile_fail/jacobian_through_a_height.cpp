// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Jacobian through a sum, a running value, a march, a solve or at_level is no band matrix; take jvp, or compute that part before and give it as an argument
#include <stencil/stencil.hpp>

using namespace stencil;

struct Scaled {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto rows = jacobian([&](auto y) { return y * at_height(y, 2.0); }, q);
    return results(solve(rows, q));
  }
};

void scaled(CenterField<double>& q) { q = columnwise(Scaled{})(q); }
