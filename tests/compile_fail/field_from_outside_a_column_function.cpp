// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a column function works on the values of one column; give it a field as an argument, do not let it take one from outside
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void weigh(CenterField<double>& out, const CenterField<double>& a, const CenterField<double>& weight) {
  out = columnwise([&weight](auto x) { return results(weight * x); })(a);
}
