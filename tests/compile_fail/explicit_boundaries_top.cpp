// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator has no condition at the top and its closure matters
// by: the first compiler
#define STENCIL_EXPLICIT_BOUNDARIES
#include <stencil/stencil.hpp>

using namespace stencil;

void slope(FaceField<double>& out, const CenterField<double>& a) { out = GradientC2F(bottom(SetGradient(0.0)))(a); }
