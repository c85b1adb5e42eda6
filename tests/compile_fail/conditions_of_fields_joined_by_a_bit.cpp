// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fields, expressions and values of a column function have no operations on bits; a power is x * x or pow(x, 2), and conditions are joined by && and ||
#include <stencil/stencil.hpp>

using namespace stencil;

void clip(CenterField<double>& x) { x = where(x < 0.0 | x > 1.0, 0.0, x); }
