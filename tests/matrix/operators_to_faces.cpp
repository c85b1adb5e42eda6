// SPDX-License-Identifier: BSD-3-Clause
#include "operator_matrices.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("The matrix of a linear operator to faces and its constant make up the operator", "[matrix]",
                        support::TwoAxes) {
  for (const int levels : {1, 2, 3, 4, 33}) {
    for (const ColumnGrid& grid : operator_matrices::grids(levels)) {
      typename TestType::surface s(grid);
      s.fill([](std::size_t column) { return 0.25 + static_cast<double>(column); });
      typename TestType::centers w(grid);
      support::scatter(w, 1);
      const auto from_centers = [&](const auto& op, const auto&... before) {
        operator_matrices::require_matrix_of<TestType, Center>(op, grid, before...);
      };
      const auto from_faces = [&](const auto& op, const auto&... before) {
        operator_matrices::require_matrix_of<TestType, Face>(op, grid, before...);
      };
      from_centers(InterpolateC2F());
      from_centers(InterpolateC2F(bottom(SetValue(s)), top(SetGradient(1.5))));
      from_centers(InterpolateC2F(bottom(Extrapolation<2>{}), top(Extrapolation<3>{})));
      from_centers(LinearInterpolateC2F());
      from_centers(WeightedInterpolateC2F(top(SetValue(s))), w + 2.0);
      from_centers(GradientC2F());
      from_centers(GradientC2F(bottom(SetValue(s)), top(SetGradient(0.5))));
      from_centers(GradientC2F(bottom(SetFlux(1.0, -0.5, s)), top(Extrapolate{})));
      from_centers(DivergenceC2F(bottom(SetValue(s)), top(SetDivergence(0.5))));
      from_centers(LeftBiasedC2F(bottom(SetValue(s))));
      from_centers(RightBiased3rdOrderC2F(top(SetValue(s))));
      from_centers(LeftBiased3rdOrderC2F());
      from_faces(SetBoundary(bottom(SetValue(s))));
    }
  }
}
