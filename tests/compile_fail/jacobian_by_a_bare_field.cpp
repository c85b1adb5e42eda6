// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jacobian takes an expression and the field to differentiate by, in wrt(...): jacobian(f(x, y), wrt(x))
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

void step(CenterField<double>& x) { x = solve(identity() - 0.1 * jacobian(columnwise(Square{})(x), x), x); }
