// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator takes one condition at the bottom, but two were given
#include <stencil/stencil.hpp>

using namespace stencil;

auto divergence(const FaceField<double>& f) { return DivergenceF2C(bottom(SetValue(1.0)), no_flux)(f); }
