// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator is made from conditions
#include <stencil/stencil.hpp>

using namespace stencil;

void heat(CenterField<double>& out, const FaceField<double>& flux) { out = DivergenceF2C(flux); }
