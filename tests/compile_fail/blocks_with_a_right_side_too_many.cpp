// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a system of blocks<N> has N right sides, solve(blocks<2>(A, B, C, D), vec(f, g)), or a value of Vec of N components
#include <stencil/stencil.hpp>

using namespace stencil;

void exchange(CenterField<double>& out, const CenterField<double>& q) {
  out = columnwise([](auto x) {
    const auto a = band(0.1, 2.0 + x, 0.1);
    const auto [u, v, w] = solve(blocks<2>(a, 0.1, 0.1, a), vec(x, x, x));
    return results(u);
  })(q);
}
