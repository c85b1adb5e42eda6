// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: factorize takes a matrix of values, inside a column function
#include <stencil/stencil.hpp>

using namespace stencil;

void diffuse(CenterField<double>& a) {
  a = columnwise([](auto x) {
    const auto gradient = operator_matrix(GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0))));
    return results(factorize(identity() - 0.1 * (operator_matrix(DivergenceF2C()) * gradient)).solve(x));
  })(a);
}
