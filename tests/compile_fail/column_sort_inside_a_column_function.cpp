// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: sums over all columns, sorting, running means, dense operators and remaps cannot stand inside a column function; assign them to a field before, and give that as an argument
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Median {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x - at_level(column_sort(x), 5)); }
};

void subtract_median(CenterField<double>& a) { a = columnwise(Median{})(a); }
