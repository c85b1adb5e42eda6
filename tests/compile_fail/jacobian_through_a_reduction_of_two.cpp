// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Jacobian through a sum, a running value, a march, a solve or at_level is no band matrix; take jvp, or compute that part before and give it as an argument
#include <stencil/stencil.hpp>

using namespace stencil;

struct Weighted {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto add = sequential([](auto sum, auto w, auto x) { return sum + w * x; });
    const auto rows = jacobian([&](auto y) { return y * column_reduce(add, 0.0, as_is, from_bottom, q, y); }, q);
    return results(solve(rows, q));
  }
};

void weighted(CenterField<double>& q) { q = columnwise(Weighted{})(q); }
