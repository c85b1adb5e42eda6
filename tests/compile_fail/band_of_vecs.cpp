// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: the diagonals of band are numbers; the matrix of a system of Vecs is made of blocks
#include <stencil/stencil.hpp>

using namespace stencil;

void turned(CenterField<Vec<double, 2>>& u, const CenterField<double>& q) { u = solve(band(q, u, q), u); }
