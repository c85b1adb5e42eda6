// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the heights of at_height are numbers of float or double
#include <stencil/stencil.hpp>

using namespace stencil;

void move(CenterField<double>& a, const CenterField<int>& z) { a = at_height(a, z); }
