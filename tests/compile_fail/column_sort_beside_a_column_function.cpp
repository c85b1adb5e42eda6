// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a sorted column, a running mean, at_height or at_level at levels, a dense operator or a remap cannot stand beside a column function, such as at_height at one height, or inside its arguments, nor take its result; assign one of the two to a field first, and give that
#include <stencil/stencil.hpp>

using namespace stencil;

struct Difference {
  STENCIL_FUNCTION auto operator()(auto x, auto sorted) const { return results(x - sorted); }
};

void displace(CenterField<double>& a) { a = columnwise(Difference{})(a, column_sort(a)); }
