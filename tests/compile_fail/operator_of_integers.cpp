// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator takes floating-point values
#include <stencil/stencil.hpp>

using namespace stencil;

void mean(FaceField<double>& out, const CenterField<int>& count) { out = InterpolateC2F()(count); }
