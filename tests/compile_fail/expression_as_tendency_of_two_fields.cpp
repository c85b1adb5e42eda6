// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression is the tendency of one field
#include <stencil/stencil.hpp>

using namespace stencil;

void advance(CenterField<double>& u, CenterField<double>& v) { RK4(u, v)(0.0, 1.0, u * v); }
