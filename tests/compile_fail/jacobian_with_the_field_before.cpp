// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: jacobian takes an expression and the field to differentiate by, in wrt(...): jacobian(f(x, y), wrt(x))
#include <stencil/stencil.hpp>

using namespace stencil;

void solve_it(CenterField<double>& a) { a = solve(identity() - jacobian(wrt(a), a * a), a); }
