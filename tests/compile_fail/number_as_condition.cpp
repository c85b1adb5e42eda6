// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: this operator has no such boundary condition
#include <stencil/stencil.hpp>

using namespace stencil;

auto gradient() { return GradientC2F(bottom(0.0)); }
