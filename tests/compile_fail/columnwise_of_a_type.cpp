// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: columnwise takes the function itself, an object and no type: columnwise(F{})(x, y)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

void square(CenterField<double>& a) { a = columnwise<Square>()(a); }
