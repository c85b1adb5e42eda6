// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: sums, running values, sorting, matrices, solves and remaps of a column cannot stand inside a column function; assign them to a field before, and give that as an argument
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Anomaly {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x - column_integral(x) / 1000.0); }
};

void subtract_mean(CenterField<double>& a) { a = columnwise(Anomaly{})(a); }
