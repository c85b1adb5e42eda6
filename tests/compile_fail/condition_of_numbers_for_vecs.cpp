// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the value of a boundary condition has as many components as the argument: of a field of Vecs it is a Vec, SetValue(Vec<double, 2>{{0.0, 0.0}}), or a SurfaceField of them
#include <stencil/stencil.hpp>

using namespace stencil;

void shear(FaceField<Vec<double, 2>>& out, const CenterField<Vec<double, 2>>& wind) {
  out = GradientC2F(top(SetGradient(0.0)))(wind);
}
