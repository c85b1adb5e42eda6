// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column operation, a solve, a dense operator or a remap cannot stand beside or inside a column function's arguments; assign it to a field first, and give that
#include <stencil/stencil.hpp>

using namespace stencil;

struct Ratio {
  STENCIL_FUNCTION auto operator()(auto x, auto whole) const { return results(x / whole); }
};

void normalise(CenterField<double>& a) { a = columnwise(Ratio{})(a, column_integral(a)); }
