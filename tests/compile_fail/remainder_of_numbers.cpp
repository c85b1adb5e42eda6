// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: % takes integers, as in level_index(Center{}) % 2; the remainder of other numbers is x - y * floor(x / y)
#include <stencil/stencil.hpp>

using namespace stencil;

void remain(CenterField<double>& out, const CenterField<double>& x) { out = x % 2; }
