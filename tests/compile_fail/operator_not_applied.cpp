// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator is made from conditions, each wrapped in bottom(...) or top(...), and then applied, as in GradientC2F(bottom(SetValue(0.0)))(x) or DivergenceF2C()(flux)
#include <stencil/stencil.hpp>

using namespace stencil;

void heat(CenterField<double>& out, const FaceField<double>& flux) { out = DivergenceF2C(flux); }
