// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: columnwise makes a column function of f, which then takes the arguments: columnwise(f)(x, y)
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

void square(CenterField<double>& x) { x = columnwise(Square{}, x); }
