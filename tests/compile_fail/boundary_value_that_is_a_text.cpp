// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a boundary condition says what it sets, not a value alone; write bottom(SetValue(v))
#include <stencil/stencil.hpp>

using namespace stencil;

void slope(FaceField<double>& f, CenterField<double>& a) { f = GradientC2F(bottom("no gradient"))(a); }
