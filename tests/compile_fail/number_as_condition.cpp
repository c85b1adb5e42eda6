// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a boundary condition says what it sets, not a value alone; write bottom(SetValue(v))
#include <stencil/stencil.hpp>

using namespace stencil;

auto gradient() { return GradientC2F(bottom(0.0)); }
