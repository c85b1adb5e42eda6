// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve_arrowhead(A, f, tip(...), ...) inside a column function takes A and f of u, and then a tip(B, C, d, g) or tip(C, D, g) for each further unknown
#include <stencil/stencil.hpp>

using namespace stencil;

void step(CenterField<double>& out, const CenterField<double>& q) {
  out = columnwise([](auto x) {
    const auto [u, v] = solve_arrowhead(band(0.1, 2.0 + x, 0.1), x, diagonal(x));
    return results(u);
  })(q);
}
