// SPDX-License-Identifier: BSD-3-Clause
// expect: no error
#include <stencil/stencil.hpp>

void evaluate_the_line(stencil::CenterField<double>& div, const stencil::CenterField<double>& a,
                       const stencil::CenterField<double>& b, const stencil::FaceField<double>& f) {
  using namespace stencil;
  div = DivergenceF2C()(f * GradientC2F()(a * b));
}
