// SPDX-License-Identifier: BSD-3-Clause
#include "operator_matrices.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("The matrix of a linear operator to centers and its constant make up the operator", "[matrix]",
                        support::TwoAxes) {
  for (const int levels : {1, 2, 3, 4, 33}) {
    for (const ColumnGrid& grid : operator_matrices::grids(levels)) {
      typename TestType::surface s(grid);
      s.fill([](std::size_t column) { return 0.25 + static_cast<double>(column); });
      typename TestType::faces wind(grid);
      support::scatter(wind, 2);
      const auto from_faces = [&](const auto& op, const auto&... before) {
        operator_matrices::require_matrix_of<TestType, Face>(op, grid, before...);
      };
      from_faces(InterpolateF2C(bottom(SetValue(s))));
      from_faces(WeightedInterpolateF2C(), wind + 2.0);
      from_faces(GradientF2C(bottom(SetValue(s)), top(Extrapolate{})));
      from_faces(DivergenceF2C(bottom(SetDivergence(s)), top(SetValue(0.5))));
      from_faces(DivergenceF2C());
      from_faces(LeftBiased3rdOrderF2C(bottom(SetValue(s))));
      from_faces(RightBiasedF2C(top(SetValue(s))));
    }
  }
}
