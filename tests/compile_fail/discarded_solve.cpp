// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression is computed when it is assigned, as in x = solve(A, b);
// with: -Werror=unused-result
#include <stencil/stencil.hpp>

using namespace stencil;

void diffuse(CenterField<double>& x, const CenterField<double>& b) { solve(identity() - jacobian(b * x, wrt(x)), b); }
