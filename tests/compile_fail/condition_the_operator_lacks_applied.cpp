// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator has no such boundary condition
#include <stencil/stencil.hpp>

using namespace stencil;

void diverge(CenterField<double>& a, const FaceField<double>& f) { a = DivergenceF2C(bottom(SetGradient(0.0)))(f); }
