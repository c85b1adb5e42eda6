// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: a matrix and a value can be multiplied, but not added, compared or chosen between; write diagonal(x) for the matrix with the values x on its diagonal, and 2.0 * identity() for that with a number
#include <stencil/stencil.hpp>

using namespace stencil;

void decay(CenterField<double>& a, const CenterField<double>& rate, const CenterField<double>& b) {
  a = solve(identity() - 0.1 * rate, b);
}
