// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve takes a band matrix, band(lower, diagonal, upper) or one made by jacobian(f, x), and then the right side
#include <stencil/stencil.hpp>

using namespace stencil;

void divide(CenterField<double>& a) { a = solve(2.0, a); }
