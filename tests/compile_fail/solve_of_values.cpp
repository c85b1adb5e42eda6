// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve takes a band matrix, band(lower, diagonal, upper) or one made by jacobian(f, x), and then the right side
#include <stencil/stencil.hpp>

using namespace stencil;

void step(CenterField<double>& x, const CenterField<double>& rate) { x = solve(1.0 + rate, x); }
