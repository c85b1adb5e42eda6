// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a and b of SetFlux(a, b, c) are numbers, c alone may differ from column to column
#include <stencil/stencil.hpp>

using namespace stencil;

void drag(FaceField<double>& slope, const CenterField<double>& u, const SurfaceField<double>& cd) {
  slope = GradientC2F(bottom(SetFlux(cd, -1.0, 0.0)), top(SetGradient(0.0)))(u);
}
