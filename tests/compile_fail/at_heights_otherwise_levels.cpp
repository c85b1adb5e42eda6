// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: what at_height and at_level give beyond the levels is a number, a value per column of the type of x, or nearest_level
#include <stencil/stencil.hpp>

using namespace stencil;

void move(CenterField<double>& a, const CenterField<double>& z) { a = at_height(a, z, interpolation::Cubic{}, a); }
