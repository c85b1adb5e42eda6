// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: first_level_where, first_value_where and first_height_where take a condition, such as x > 1.0, and no numbers
#include <stencil/stencil.hpp>

using namespace stencil;

struct Value {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(first_value_where(q, 2.0 * q, from_bottom, 0.0)); }
};

void value(SurfaceField<double>& v, const CenterField<double>& q) { v = columnwise(Value{})(q); }
