// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: pow takes two values: pow(x, y)
#include <stencil/stencil.hpp>

using namespace stencil;

void raise(CenterField<double>& a) { a = pow(a); }
