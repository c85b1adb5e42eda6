// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: max takes two values or more, max(x, y); of one field column_max(x) is that of each column, global_max(x) that of all
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Scale {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x / max(x)); }
};

void scale(CenterField<double>& a) { a = columnwise(Scale{})(a); }
