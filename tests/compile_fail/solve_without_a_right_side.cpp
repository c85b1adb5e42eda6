// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve takes a matrix and then the right side: solve(A, b)
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(solve(band(x, 2.0 + x, x))); }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
