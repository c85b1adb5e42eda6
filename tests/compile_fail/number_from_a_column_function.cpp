// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field or an expression has a value at every position and is no number
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x * x); }
};

double square(const CenterField<double>& x) {
  const double y = columnwise(Square{})(x);
  return y;
}
