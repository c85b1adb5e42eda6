// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field or an expression is no range of values; for (double x : field.column(c)) goes through the levels of one column, field.to_host() has all values, and global_sum(a) adds them up
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

double total(const CenterField<double>& field) {
  double sum = 0.0;
  for (auto value : field) sum += value;
  return sum;
}
