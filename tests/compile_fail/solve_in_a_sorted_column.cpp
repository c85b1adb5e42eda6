// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a value of solve(A, rhs) needs its whole column, which this operation does not have
#include <stencil/stencil.hpp>

using namespace stencil;

void sort_solution(CenterField<double>& x) { x = column_sort(2.0 * solve(band(-1.0, 4.0 + x, -1.0), x)); }
