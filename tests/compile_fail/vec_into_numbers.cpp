// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression's value type does not convert to the destination's (a number into a Vec field, or the reverse, or a Vec of another precision)
#include <stencil/stencil.hpp>

using namespace stencil;

void copy(CenterField<double>& out, const CenterField<Vec<double, 2>>& wind) { out = wind * 2.0; }
