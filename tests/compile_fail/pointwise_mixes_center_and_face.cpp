// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: center and face values cannot be combined pointwise
#include <stencil/stencil.hpp>

using namespace stencil;

auto larger(const CenterField<double>& a, const FaceField<double>& f) {
  return pointwise([](double x, double y) { return x > y ? x : y; })(a, f);
}
