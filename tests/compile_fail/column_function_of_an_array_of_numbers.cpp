// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function takes fields, expressions and numbers; give an array as wrap_center(array, grid)
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

void square(CenterField<double>& out, const std::array<double, 64>& x) { out = columnwise(Square{})(x); }
