// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator or a column function has values where it is applied, as in GradientC2F()(x)
#include <stencil/stencil.hpp>

using namespace stencil;

void root(FaceField<double>& f) { f = sqrt(GradientC2F()); }
