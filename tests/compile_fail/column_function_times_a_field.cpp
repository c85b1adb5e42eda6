// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator or a column function has values where it is applied, as in GradientC2F()(x), where the first parentheses are for conditions, or columnwise(f)(x)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

void cube(CenterField<double>& x) { x = x * columnwise(Square{}); }
