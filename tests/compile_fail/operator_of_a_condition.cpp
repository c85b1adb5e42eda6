// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator takes floating-point values
#include <stencil/stencil.hpp>

using namespace stencil;

void cloudy(FaceField<double>& part, const CenterField<double>& q) { part = InterpolateC2F()(where(q > 1e-5, 1, 0)); }
