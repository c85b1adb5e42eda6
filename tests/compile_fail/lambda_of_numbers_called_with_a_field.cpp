// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a field or an expression has a value at every position and is no number; write sqrt(a) without std::, a function of yours as pointwise(f)(a)
#include <stencil/stencil.hpp>

using namespace stencil;

void square(CenterField<double>& a) {
  const auto squared = [](double x) { return x * x; };
  a = squared(2.0 * a);
}
