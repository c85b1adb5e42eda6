// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: * stands between two values; a power is x * x or pow(x, 2), and what a field points to is field.data()
#include <stencil/stencil.hpp>

using namespace stencil;

void raise(CenterField<double>& a, const CenterField<double>& n) { a = a * *n; }
