// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a boundary condition says what it sets, not a value alone
#include <stencil/stencil.hpp>

using namespace stencil;

void diverge(CenterField<double>& a, const FaceField<double>& f) { a = DivergenceF2C(bottom(0.0))(f); }
