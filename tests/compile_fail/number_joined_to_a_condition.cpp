// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: where, &&, || and ! take conditions, such as x > 0.0, and integers, true where not zero, but no other numbers; say which numbers are meant
#include <stencil/stencil.hpp>

using namespace stencil;

void keep(CenterField<bool>& kept, const CenterField<double>& a, const CenterField<double>& b) { kept = a > 0.0 && b; }
