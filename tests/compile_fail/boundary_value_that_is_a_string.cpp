// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the value of a boundary condition is a number, a Vec, or has one value per column: a SurfaceField or an expression of such
#include <stencil/stencil.hpp>

using namespace stencil;

auto slope(const CenterField<double>& a) { return GradientC2F(bottom(SetValue("x")))(a); }
