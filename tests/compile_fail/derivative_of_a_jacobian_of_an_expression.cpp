// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a matrix by jacobian or operator_matrix(op, w) cannot be differentiated, by jvp or by a Jacobian, where it may depend on the field; keep its rows in a field, whose values are constants
#include <stencil/stencil.hpp>

using namespace stencil;

void f(CenterField<double>& out, const CenterField<double>& x) {
  const auto diffusion = DivergenceF2C(no_flux)(GradientC2F()(x * x));
  out = jvp(diagonal_of(jacobian(diffusion, wrt(x))), wrt(x), x);
}
