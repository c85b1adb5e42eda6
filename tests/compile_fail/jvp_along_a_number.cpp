// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jvp takes an expression, the field to differentiate by and a direction
#include <stencil/stencil.hpp>

using namespace stencil;

void change(CenterField<double>& out, const CenterField<double>& x) { out = jvp(x * x, wrt(x), 1.0); }
