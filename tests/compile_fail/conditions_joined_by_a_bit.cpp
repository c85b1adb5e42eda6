// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields, expressions and values of a column function have no operations on bits; a power is x * x or pow(x, 2), and conditions are joined by && and ||
#include <stencil/stencil.hpp>

using namespace stencil;

struct Formula {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(where(x > 0.0 & x < 1.0, x, 0.0)); }
};

void apply(CenterField<double>& x) { x = columnwise(Formula{})(x); }
