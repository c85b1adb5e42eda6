// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: fill takes a value, or a function of (z), of (z, column) or of (column); a field or an expression is assigned, a = b
#include <stencil/stencil.hpp>

using namespace stencil;

void copy(CenterField<double>& a, const CenterField<double>& b) { a.fill(b); }
