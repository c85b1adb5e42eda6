// SPDX-License-Identifier: BSD-3-Clause
// expect: stencil: solve takes a square matrix, whose rows and columns are both at centers or both at faces
#include <stencil/stencil.hpp>

using namespace stencil;

auto solve_between_locations(const CenterField<double>& x, const FaceField<double>& b) {
  return solve(operator_matrix(GradientC2F()), b);
}
