// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator takes values at centers, but was given values at faces
#include <stencil/stencil.hpp>

using namespace stencil;

auto slope(const FaceField<double>& f) { return GradientC2F()(f); }
