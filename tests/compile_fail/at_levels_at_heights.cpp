// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the level of at_level is a whole number, 0 the lowest; at a height in metres write at_height(x, z)
#include <stencil/stencil.hpp>

using namespace stencil;

void move(CenterField<double>& a, const CenterField<double>& z) { a = at_level(a, z); }
