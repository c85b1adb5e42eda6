// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

#include "support/axes.hpp"
#include "support/numbers.hpp"
#include "support/per_column.hpp"

/// Matrices of operators, held to the operators.
namespace operator_matrices {

using namespace stencil;

inline std::vector<ColumnGrid> grids(int levels) {
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

/// What the tests hand to operators, on one grid.
template <class Axis>
struct Inputs {
  const ColumnGrid& grid;
  typename Axis::surface s;
  typename Axis::centers w;
  typename Axis::faces wind;

  explicit Inputs(const ColumnGrid& on) : grid(on), s(on), w(on), wind(on) {
    s.fill([](std::size_t column) { return 0.25 + static_cast<double>(column); });
    support::scatter(w, 1);
    support::scatter(wind, 2);
  }
  void from_centers(const auto& op, const auto&... before) const {
    require_matrix_of<Axis, Center>(op, grid, before...);
  }
  void from_faces(const auto& op, const auto&... before) const { require_matrix_of<Axis, Face>(op, grid, before...); }
};

/// test(inputs) on every grid.
template <class Axis>
void on_every_grid(const auto& test) {
  for (const int levels : {1, 2, 3, 4, 33}) {
    for (const ColumnGrid& grid : grids(levels)) test(Inputs<Axis>(grid));
  }
}

}  // namespace operator_matrices
