// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a system of blocks, or of centers and faces, has its matrices and its right sides in one precision; make the fields of both float or double
#include <stencil/stencil.hpp>

using namespace stencil;

void turn(CenterField<Vec<float, 2>>& u, const CenterField<double>& drag) {
  u = solve(blocks<2>(identity() + diagonal(drag), 0.1, -0.1, identity() + diagonal(drag)), u);
}
