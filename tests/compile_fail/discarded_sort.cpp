// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: an expression is computed when it is assigned, as in x = solve(A, b);
// with: -Werror=unused-result
#include <stencil/stencil.hpp>

using namespace stencil;

void sort(const CenterField<double>& rho) { column_sort(rho); }
