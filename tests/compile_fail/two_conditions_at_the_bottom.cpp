// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator takes one condition at the bottom, but two were given
#include <stencil/stencil.hpp>

using namespace stencil;

auto gradient() { return GradientC2F(bottom(SetValue(0.0)), bottom(SetGradient(1.0))); }
