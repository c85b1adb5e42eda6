// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an operator takes one condition at the top, but two were given
#include <stencil/stencil.hpp>

using namespace stencil;

auto gradient() { return GradientC2F(top(SetValue(0.0)), top(SetGradient(1.0))); }
