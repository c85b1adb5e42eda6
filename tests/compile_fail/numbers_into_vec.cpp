// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the expression's value type does not convert to the destination's
#include <stencil/stencil.hpp>

using namespace stencil;

void copy(CenterField<Vec<double, 2>>& wind, const CenterField<double>& a) { wind = a; }
