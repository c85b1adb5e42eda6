// SPDX-License-Identifier: BSD-3-Clause
#include "operator_matrices.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("The matrix of a linear operator with a wind and its constant make up the operator", "[matrix]",
                        support::TwoAxes) {
  for (const int levels : {1, 2, 3, 4, 33}) {
    for (const ColumnGrid& grid : operator_matrices::grids(levels)) {
      typename TestType::surface s(grid);
      s.fill([](std::size_t column) { return 0.25 + static_cast<double>(column); });
      typename TestType::centers w(grid);
      typename TestType::faces wind(grid);
      support::scatter(w, 1);
      support::scatter(wind, 2);
      const auto from_centers = [&](const auto& op, const auto&... before) {
        operator_matrices::require_matrix_of<TestType, Center>(op, grid, before...);
      };
      const auto from_faces = [&](const auto& op, const auto&... before) {
        operator_matrices::require_matrix_of<TestType, Face>(op, grid, before...);
      };
      from_centers(UpwindBiasedProductC2F(bottom(SetValue(s))), wind);
      from_centers(Upwind3rdOrderBiasedProductC2F(top(FirstOrderOneSided{})), wind);
      from_faces(AdvectionF2F(), wind);
      from_faces(FluxCorrectionF2F(), w);
      from_centers(AdvectionC2C(bottom(SetValue(s))), wind);
      from_centers(FluxCorrectionC2C(), wind);
      from_centers(UpwindBiasedGradient(), w);
    }
  }
}
