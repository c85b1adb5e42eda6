// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the function given to pointwise does not take these values
#include <stencil/stencil.hpp>

using namespace stencil;

auto larger(const CenterField<double>& a) {
  return pointwise([](double x, double y) { return x > y ? x : y; })(a);
}
