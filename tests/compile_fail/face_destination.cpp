// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression has values at centers, but the destination does not; assign it to a CenterField or bring it over with InterpolateC2F
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

void diffuse(FaceField<double>& out, const FaceField<double>& f, const CenterField<double>& a) {
  out = DivergenceF2C()(f * GradientC2F()(a));
}
