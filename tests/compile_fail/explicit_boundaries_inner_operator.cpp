// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator has no condition at the top and its closure matters
// by: the last compiler
#define STENCIL_EXPLICIT_BOUNDARIES
#include <stencil/stencil.hpp>

using namespace stencil;

void diffuse(CenterField<double>& out, const FaceField<double>& f, const CenterField<double>& a) {
  out = DivergenceF2C(bottom(SetValue(0.0)))(f * GradientC2F()(a));
}
