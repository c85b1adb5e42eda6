// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the way of interpolation of at_height stands before what it gives beyond the levels: at_height(x, z, interpolation::Cubic{}, 0.0)
#include <stencil/stencil.hpp>

using namespace stencil;

void move(CenterField<double>& a, const CenterField<double>& z) { a = at_height(a, z, 0.0, interpolation::Cubic{}); }
