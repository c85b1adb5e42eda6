// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value in a column function differs from level to level and is no number; write sqrt(x) and max(x, y) without std::
#include <stencil/stencil.hpp>

#include <cmath>

using namespace stencil;

struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(std::sqrt(x)); }
};

void root(CenterField<double>& a) { fields(a) = columnwise(Root{})(a); }
