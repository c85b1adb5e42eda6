// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a system of centers and faces has four band matrices: A and B with rows at centers, by the centers and by the faces, C and D with rows at faces, likewise
#include <stencil/stencil.hpp>

using namespace stencil;

struct Solved {
  STENCIL_FUNCTION auto operator()(auto q, auto r) const {
    const auto a = band(0.1, 2.0 + q, 0.1);
    return solve_staggered(a, a, a, a, q, r);
  }
};

void solve_both(CenterField<double>& q, CenterField<double>& r) { fields(q, r) = columnwise(Solved{})(q, r); }
