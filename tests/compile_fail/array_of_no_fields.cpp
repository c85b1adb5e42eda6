// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an array that is an argument of a column function has at least one field
#include <stencil/stencil.hpp>

#include <array>

using namespace stencil;

struct Scaled {
  STENCIL_FUNCTION auto operator()(auto x, auto q) const { return results(x * q.size()); }
};

void scale(CenterField<double>& x, const std::array<CenterField<double>, 0>& q) { x = columnwise(Scaled{})(x, q); }
