// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression is a formula and no variable, also where auto gives it a name; make another of it, auto sum = e + b, or a field that is changed, CenterField<double> sum(grid); sum = e; sum += b
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void add(CenterField<double>& a, const CenterField<double>& b) {
  auto sum = 2.0 * a;
  sum += b;
  a = sum;
}
