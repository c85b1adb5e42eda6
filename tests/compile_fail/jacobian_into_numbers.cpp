// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a Jacobian is a matrix, whose rows no field of numbers can hold; solve with it, as in solve(identity() - dt * jacobian(e, wrt(x)), b), take its product with a field, jvp(e, wrt(x), dx), or its diagonal, diagonal_of(jacobian(e, wrt(x)))
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

void slope(CenterField<double>& out, const CenterField<double>& x) { out = jacobian(columnwise(Square{})(x), wrt(x)); }
