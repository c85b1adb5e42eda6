// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the diagonals of this matrix are numbers and values per column, so nothing says how many rows it has
#include <stencil/stencil.hpp>

using namespace stencil;

void damp(CenterField<double>& a, double rate) { a = solve(rate * identity(), a); }
