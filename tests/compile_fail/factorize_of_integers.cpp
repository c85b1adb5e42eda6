// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve and factorize divide by entries of their matrix, which must be floating-point values
#include <stencil/stencil.hpp>

using namespace stencil;

void relax(CenterField<double>& a, const CenterField<int>& count) {
  a = columnwise([](auto x, auto n) { return results(factorize(band(n, 4 * n, n)).solve(x)); })(a, count);
}
