// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jacobian(vec(f, g), wrt(a, b)) takes as many expressions as fields
#include <stencil/stencil.hpp>

using namespace stencil;

auto jacobian_of_too_few(const CenterField<double>& a, const CenterField<double>& b) {
  return jacobian(vec(a * b, a, b), wrt(a, b));
}
