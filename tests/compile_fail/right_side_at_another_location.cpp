// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the right side of solve has its values where the matrix has its rows
#include <stencil/stencil.hpp>

using namespace stencil;

void step(CenterField<double>& x, const FaceField<double>& w) { x = solve(identity() - 0.1 * diagonal(x), w); }
