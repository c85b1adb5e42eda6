// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: where chooses between matrices of numbers, not of blocks; choose in each block: blocks<2>(where(c, identity(), A), where(c, 0.0 * B, B), where(c, 0.0 * C, C), where(c, identity(), D))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Coupled {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto flag) const {
    const auto A = jacobian([&](auto v) { return 2.0 * v; }, x);
    const auto both = solve(where(flag > 0.0, identity(), blocks<2>(A, 0.1, 0.0, A)), vec(x, y));
    return results(component<0>(both));
  }
};

void solve_both(CenterField<double>& a, const CenterField<double>& b) { a = columnwise(Coupled{})(a, b, b); }
