// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression is computed when it is assigned, as in x = solve(A, b);
// with: -Werror=unused-result
#include <stencil/stencil.hpp>

using namespace stencil;

void differentiate(const CenterField<double>& a) {
  const auto gradient = GradientC2F();
  gradient(a);
}
