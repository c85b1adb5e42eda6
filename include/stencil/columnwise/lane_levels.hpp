// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>

/// Which levels of a column the rows of a lane are.
namespace stencil::column_functions {

/// The active cells of a column.
struct ActiveCells {
  int begin;
  int count;
};

/// Where a quantity of the grid is in a row, of which the next is beside it.
template <class Location, MetricKind Kind, class Real>
STENCIL_FUNCTION const Real* metric_in_row(const MetricView<Real>& m, std::ptrdiff_t column, int row) {
  const auto& at = m.template at<Location>();
  const Real* p = at.template values<Kind>();
  return p + (column * at.column_stride + row);
}

/// One level of a column, where quantities of the grid are read; from the top where it is negative.
template <class Lane, class Location>
struct LevelOfGrid {
  using destination = Location;
  using location = Location;
  static constexpr bool interior = false;

  const Lane& lane;
  int level;

  template <class T>
  STENCIL_FUNCTION constexpr T constant(T x) const {
    return x;
  }
  template <class Real, MetricKind Kind>
  STENCIL_FUNCTION constexpr Real metric() const {
    return lane.template grid_at<Real, Location, Kind>(level);
  }
};

/// All levels of a column.
template <ColumnEnds ends>
struct LevelsOfLane {
  STENCIL_FUNCTION static constexpr int begin() { return 0; }
  STENCIL_FUNCTION static constexpr int levels(const EvaluatedColumns& columns) { return columns.levels; }
  STENCIL_FUNCTION static constexpr int row_of_level(int level, int rows) { return stencil::row_of_level(level, rows); }
  /// The metric at row i of a lane. metric_row: first_row, limited to the rows that a padded metric has.
  template <class Location, MetricKind Kind, class Real>
  STENCIL_FUNCTION static const Real* metric_of(const MetricView<Real>& m, std::ptrdiff_t column, int, int metric_row,
                                                int i) {
    return metric_in_row<Location, Kind>(m, column, metric_row) + i;
  }
};

/// The active levels, counted from the lowest: to the lane they are a column of their own.
template <>
struct LevelsOfLane<ColumnEnds::part> {
  ActiveCells cells{0, 1};

  STENCIL_FUNCTION constexpr int begin() const { return cells.begin; }
  STENCIL_FUNCTION constexpr int levels(const EvaluatedColumns&) const { return cells.count; }
  /// In a column without that level the nearest row.
  STENCIL_FUNCTION static constexpr int row_of_level(int level, int rows) {
    const int row = stencil::row_of_level(level, rows);
    return row < 0 ? 0 : row < rows ? row : rows - 1;
  }
  /// A metric is padded around whole columns, so rows beyond the active ones take that of the last one. At an end face
  /// the spacing is twice the distance to the nearest center: the thickness of the cell there.
  template <class Location, MetricKind Kind, class Real>
  STENCIL_FUNCTION const Real* metric_of(const MetricView<Real>& m, std::ptrdiff_t column, int first_row, int,
                                         int i) const {
    const int last = rows_at<Location>(cells.count) - 1;
    const int row = row_of_level(first_row + i < 0 ? 0 : first_row + i, last + 1);
    if constexpr (std::is_same_v<Location, Face> && Kind != MetricKind::z) {
      if (row == 0) return metric_in_row<Center, Kind>(m, column, cells.begin);
      if (row == last) return metric_in_row<Center, Kind>(m, column, cells.begin + last - 1);
    }
    return metric_in_row<Location, Kind>(m, column, cells.begin + row);
  }
};

}  // namespace stencil::column_functions
