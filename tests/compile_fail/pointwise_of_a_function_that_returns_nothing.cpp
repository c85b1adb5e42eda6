// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function given to pointwise returns nothing; it returns the value of its result
#include <stencil/stencil.hpp>

using namespace stencil;

void raise(CenterField<double>& out, const CenterField<double>& q) {
  out = pointwise([](double x) { x += 1.0; })(q);
}
