// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: hypot takes two values: hypot(x, y)
#include <stencil/stencil.hpp>

using namespace stencil;

void speed(CenterField<double>& u, const CenterField<double>& v, const CenterField<double>& w) { u = hypot(u, v, w); }
