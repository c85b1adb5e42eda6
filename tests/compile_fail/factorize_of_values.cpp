// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: factorize takes a band matrix: band(lower, diagonal, upper), or one made by jacobian(f, x)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Implicit {
  STENCIL_FUNCTION auto operator()(auto x, auto rate) const { return results(factorize(1.0 + rate).solve(x)); }
};

void step(CenterField<double>& x, const CenterField<double>& rate) { x = columnwise(Implicit{})(x, rate); }
