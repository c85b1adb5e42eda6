// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: tip(v, B, C, d, g) takes the diagonal of v's matrix as values
#include <stencil/stencil.hpp>

using namespace stencil;

auto tip_with_a_matrix(CenterField<double>& v) {
  const auto square = jacobian(v * v, wrt(v));
  return tip(v, square, square, square, v);
}
