// SPDX-License-Identifier: BSD-3-Clause
// expect: no error
// by: the last compiler
#define STENCIL_EXPLICIT_BOUNDARIES
#include <stencil/stencil.hpp>

using namespace stencil;

// The outer conditions replace what the gradient's closure gives, so that closure does not matter.
void diffuse(CenterField<double>& out, const FaceField<double>& f, const CenterField<double>& a) {
  out = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(f * GradientC2F()(a));
}
