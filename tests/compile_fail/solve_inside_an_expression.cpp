// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve(...) stands alone on the right of an assignment
#include <stencil/stencil.hpp>

using namespace stencil;

void solve_inside_an_expression(CenterField<double>& x) { x = 2.0 * solve(identity() - jacobian(x * x, wrt(x)), x); }
