// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jvp takes an expression, the field to differentiate by and a direction, an expression with its values where the field has them: jvp(f(x, y), wrt(x), dx)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

void change(CenterField<double>& out, const CenterField<double>& x) { out = jvp(columnwise(Square{})(x), wrt(x)); }
