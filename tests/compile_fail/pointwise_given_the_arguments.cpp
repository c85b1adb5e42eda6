// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: pointwise makes a point function of f, which then takes the arguments: pointwise(f)(x, y)
#include <stencil/stencil.hpp>

using namespace stencil;

void square(CenterField<double>& a) {
  a = pointwise([](double x) { return x * x; }, a);
}
