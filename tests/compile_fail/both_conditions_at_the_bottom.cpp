// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: bottom and top take the one condition that holds at this end: GradientC2F(bottom(SetValue(0.0)), top(SetValue(1.0)))
#include <stencil/stencil.hpp>

using namespace stencil;

auto gradient() { return GradientC2F(bottom(SetValue(0.0), SetValue(1.0))); }
