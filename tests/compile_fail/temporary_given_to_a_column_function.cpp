// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression refers to the memory of its fields, but this field is a temporary
#include <stencil/stencil.hpp>

using namespace stencil;

struct Square {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const { return results(x * y); }
};

auto squared(const ColumnGrid& grid, CenterField<double>& y) {
  return columnwise(Square{})(CenterField<double>(grid), y);
}
