// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression refers to the memory of its fields, but this field is a temporary
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

void square(CenterField<double>& y) { y = columnwise(Square{})(CenterField<double>(y.grid())); }
