// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: where, &&, || and ! take conditions, such as x > 0.0, and integers, true where not zero, but no other numbers; say which numbers are meant
#include <stencil/stencil.hpp>

using namespace stencil;

void dry(CenterField<bool>& is_dry, const CenterField<double>& water) { is_dry = !water; }
