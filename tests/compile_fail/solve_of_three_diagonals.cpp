// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve takes one matrix and one right side; three diagonals are a matrix as solve(band(lower, diagonal, upper), b), and several right sides are for factorize(A).solve(b, c) inside a column function
// also: nvcc
#include <stencil/stencil.hpp>

using namespace stencil;

struct Smooth {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(solve(-1.0, 2.0 + x, -1.0, x)); }
};

void smooth(CenterField<double>& a) { a = columnwise(Smooth{})(a); }
