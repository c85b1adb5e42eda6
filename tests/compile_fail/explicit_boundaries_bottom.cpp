// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator has no condition at the bottom and its closure matters
// by: the first compiler
#define STENCIL_EXPLICIT_BOUNDARIES
#include <stencil/stencil.hpp>

using namespace stencil;

void slope(FaceField<double>& out, const CenterField<double>& a) { out = GradientC2F(top(SetGradient(0.0)))(a); }
