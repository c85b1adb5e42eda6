// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

#include "support/axes.hpp"
#include "support/numbers.hpp"
#include "support/per_column.hpp"

using namespace stencil;

namespace {

std::vector<ColumnGrid> grids(int levels) {
  return {ColumnGrid::uniform(levels, 0.0, 1.0, 3), ColumnGrid::stretched(levels, 0.0, 1.0, 0.7 / levels, 3),
          support::grid_per_column(levels, 3), ColumnGrid::periodic(levels, 0.0, 1.0, 3)};
}

/// The rows of a matrix expression in memory, with NaN in every entry that points out of the column.
template <class Rows, class Matrix>
Rows rows_with_nan_outside(const ColumnGrid& grid, const Matrix& matrix) {
  using Row = typename Matrix::value_type;
  using Columns = column_location<Matrix>;
  Rows rows(grid);
  rows = matrix;
  if (grid.periodic()) return rows;
  for (std::size_t c = 0; c < grid.columns(); ++c) {
    for (int k = 0; k < rows.levels(); ++k) {
      Row row = rows(k, c);
      for (int i = 0; i < Row::size; ++i) {
        const int column = k + index_shift<typename Matrix::location>(Row::low + 2 * i);
        if (column < 0 || column >= rows_at<Columns>(grid.levels()))
          row.entry[i] = std::numeric_limits<typename Row::entry_type>::quiet_NaN();
      }
      rows(k, c) = row;
    }
  }
  return rows;
}

/// Whether A x + c, with A in memory, is op(x) to some ulp of the largest term, and A is what unit vectors give.
template <class Axis, class From, class Op, class... Before>
void require_matrix_of(const Op& op, const ColumnGrid& grid, const Before&... before) {
  using T = typename Axis::number;
  const auto matrix = operator_matrix<T>(op, before...);
  using Matrix = std::remove_const_t<decltype(matrix)>;
  using To = typename Matrix::location;
  using Rows = typename Axis::template field<To>;
  using RowField = Field<typename Matrix::value_type, To, backend::Cpu, typename Axis::layout>;
  typename Axis::template field<From> x(grid), size_of_x(grid);
  support::scatter(x, 5);
  const RowField rows = rows_with_nan_outside<RowField>(grid, matrix);
  Rows by_matrix(grid), by_operator(grid), constant(grid);
  by_operator = op(before..., x);
  by_matrix = rows * x + operator_constant<T>(op, before...);
  constant = operator_constant<T>(op, before...);
  for (std::size_t c = 0; c < grid.columns(); ++c) {
    for (int k = 0; k < by_matrix.levels(); ++k) {
      double largest = std::abs(static_cast<double>(constant(k, c)));
      for (const T entry : rows(k, c).entry) {
        if (!std::isnan(entry)) largest = std::max(largest, std::abs(static_cast<double>(entry)));
      }
      INFO(Op::name << ", " << grid.levels() << " levels, column " << c << ", row " << k << ": " << by_matrix(k, c)
                    << " by the matrix, " << by_operator(k, c) << " by the operator");
      CHECK(std::abs(static_cast<double>(by_matrix(k, c) - by_operator(k, c))) <=
            8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * largest);
    }
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("The matrix of a linear operator and its constant make up the operator", "[matrix]",
                        support::TwoAxes) {
  for (const int levels : {1, 2, 3, 4, 33}) {
    for (const ColumnGrid& grid : grids(levels)) {
      typename TestType::surface s(grid);
      s.fill([](std::size_t column) { return 0.25 + static_cast<double>(column); });
      typename TestType::centers w(grid);
      typename TestType::faces wind(grid);
      support::scatter(w, 1);
      support::scatter(wind, 2);
      const auto from_centers = [&](const auto& op, const auto&... before) {
        require_matrix_of<TestType, Center>(op, grid, before...);
      };
      const auto from_faces = [&](const auto& op, const auto&... before) {
        require_matrix_of<TestType, Face>(op, grid, before...);
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
      from_centers(UpwindBiasedProductC2F(bottom(SetValue(s))), wind);
      from_centers(Upwind3rdOrderBiasedProductC2F(top(FirstOrderOneSided{})), wind);
      from_centers(AdvectionC2C(bottom(SetValue(s))), wind);
      from_centers(FluxCorrectionC2C(), wind);
      from_centers(UpwindBiasedGradient(), w);
      from_faces(InterpolateF2C(bottom(SetValue(s))));
      from_faces(WeightedInterpolateF2C(), wind + 2.0);
      from_faces(GradientF2C(bottom(SetValue(s)), top(Extrapolate{})));
      from_faces(DivergenceF2C(bottom(SetDivergence(s)), top(SetValue(0.5))));
      from_faces(DivergenceF2C());
      from_faces(LeftBiased3rdOrderF2C(bottom(SetValue(s))));
      from_faces(RightBiasedF2C(top(SetValue(s))));
      from_faces(SetBoundary(bottom(SetValue(s))));
      from_faces(AdvectionF2F(), wind);
      from_faces(FluxCorrectionF2F(), w);
    }
  }
}
