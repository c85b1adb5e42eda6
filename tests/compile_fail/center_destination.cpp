// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression has values at faces, but the destination does not
#include <stencil/stencil.hpp>

using namespace stencil;

void slope(CenterField<double>& out, const CenterField<double>& a) { out = GradientC2F()(a); }
