// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/boundary.hpp>
#include <stencil/expression/stencil_broadcasted.hpp>
#include <stencil/plan/cost.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// What all columns of one evaluation have in common.
struct EvaluatedColumns {
  int levels = 0;
  bool periodic = false;
  bool heights_per_column = false;
  MetricView<double> metric_double{};
  MetricView<float> metric_float{};

  template <class Real>
  STENCIL_FUNCTION constexpr const MetricView<Real>& metric() const {
    if constexpr (std::is_same_v<Real, float>) {
      return metric_float;
    } else {
      return metric_double;
    }
  }
};

/// The height of a face of a column. That on top of a ring is above all others; in memory, where a metric may go on
/// around the ring, its place can hold the height of the face at the bottom.
STENCIL_FUNCTION constexpr double face_height(const EvaluatedColumns& columns, std::ptrdiff_t column, int face) {
  const MetricView<double>& metric = columns.metric_double;
  const auto in = [&](const auto& at, const double* values, int row) {
    return values[column * at.column_stride + row * metric.level_stride];
  };
  if (!columns.periodic || face < columns.levels) return in(metric.face, metric.face.z, face);
  return in(metric.face, metric.face.z, face - 1) + in(metric.center, metric.center.dz, face - 1);
}

/// Row k of a ring of n rows.
STENCIL_FUNCTION constexpr int row_in_ring(int k, int n) {
  k %= n;
  return k < 0 ? k + n : k;
}

/// The ends of a column, as far as the type of a cursor says. part: those of the active levels, which differ from
/// column to column.
enum class ColumnEnds { bounded, ring, either, part };

namespace detail::cursors {
/// Tries the end formulas of rows 0, 1, ... at both ends; `interior` where none applies.
template <int BottomRows, int TopRows, int Row, class Value, class Interior, class AtEnd>
STENCIL_FUNCTION constexpr Value pick_row(int row, int rows, const Interior& interior, const AtEnd& at_end) {
  if constexpr (Row < BottomRows) {
    if (row == Row) return static_cast<Value>(at_end(End<Side::bottom, Row>{}));
  }
  if constexpr (Row < TopRows) {
    if (row == rows - 1 - Row) return static_cast<Value>(at_end(End<Side::top, Row>{}));
  }
  if constexpr (Row + 1 < BottomRows || Row + 1 < TopRows) {
    return pick_row<BottomRows, TopRows, Row + 1, Value>(row, rows, interior, at_end);
  } else {
    return static_cast<Value>(interior());
  }
}

/// The formula for the row that a cursor is at: an end's, or, around a ring too, `interior`.
template <int BottomRows, int TopRows, class At, class Interior, class AtEnd>
STENCIL_FUNCTION constexpr auto pick(const At& at, const Interior& interior, const AtEnd& at_end) {
  using Value = std::remove_cvref_t<decltype(interior())>;
  if constexpr (BottomRows == 0 && TopRows == 0) {
    return interior();
  } else {
    if (at.ring()) return static_cast<Value>(interior());
    return pick_row<BottomRows, TopRows, 0, Value>(at.row(), at.rows(), interior, at_end);
  }
}

/// The same position for an expression that has no tiles.
template <class At>
STENCIL_FUNCTION constexpr decltype(auto) without_tiles(const At& at) {
  if constexpr (std::is_same_v<typename At::plan, plan::StoreNothing>) {
    return (at);
  } else {
    return at.without_tiles();
  }
}
}  // namespace detail::cursors

/// One position of one column: `row` of the destination plus H half levels. Reads memory and the tiles of a team, one
/// value at a time.
template <class Plan, class Destination, int H = 0, ColumnEnds ends = ColumnEnds::either>
struct RowCursor {
  using plan = Plan;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = false;

  const EvaluatedColumns& columns;
  std::ptrdiff_t column;  ///< in the fields
  int destination_row;
  char* arena;                 ///< tiles of the team
  std::ptrdiff_t tile_column;  ///< in the tiles, times their rows

  template <int More>
  STENCIL_FUNCTION constexpr RowCursor<Plan, Destination, H + More, ends> shifted() const {
    return {columns, column, destination_row, arena, tile_column};
  }
  template <class Location>
  STENCIL_FUNCTION constexpr RowCursor<Plan, Location, 0, ends> at_row(int row) const {
    return {columns, column, row_of_level(row, rows_at<Location>(columns.levels)), arena, tile_column};
  }

  STENCIL_FUNCTION constexpr RowCursor<stencil::plan::StoreNothing, Destination, H, ends> without_tiles() const {
    return {columns, column, destination_row, arena, tile_column};
  }

  STENCIL_FUNCTION constexpr int rows() const { return rows_at<location>(columns.levels); }
  STENCIL_FUNCTION constexpr int row() const {
    const int r = destination_row + index_shift<Destination>(H);
    return ring() && !std::is_same_v<location, Surface> ? row_in_ring(r, columns.levels) : r;
  }
  STENCIL_FUNCTION constexpr bool ring() const {
    return ends == ColumnEnds::either ? columns.periodic : ends == ColumnEnds::ring;
  }

  template <class T>
  STENCIL_FUNCTION constexpr T constant(T x) const {
    return x;
  }
  template <class T, class Where, class Layout, class Space>
  STENCIL_FUNCTION constexpr auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    if constexpr (std::is_same_v<Where, Surface>) {
      return static_cast<std::remove_const_t<T>>(leaf.data[column * leaf.strides.column()]);
    } else {
      static_assert(std::is_same_v<Where, location>, "stencil: a field is read at a location where it has no value");
      return static_cast<std::remove_const_t<T>>(
          leaf.data[column * leaf.strides.column() + row() * leaf.strides.level()]);
    }
  }
  template <class Real, MetricKind Kind>
  STENCIL_FUNCTION constexpr Real metric() const {
    const auto& m = columns.template metric<Real>();
    const auto& at = m.template at<location>();
    const std::ptrdiff_t i = column * at.column_stride + row() * m.level_stride;
    return at.template values<Kind>()[i];
  }
  template <int, class T>
  STENCIL_FUNCTION constexpr T tile(TilePlace place) const {
    return reinterpret_cast<const T*>(arena + place.offset)[tile_column + row()];
  }

  template <class T, class V>
  STENCIL_FUNCTION constexpr T cast(const V& v) const {
    return static_cast<T>(v);
  }
  template <class L, class V>
  STENCIL_FUNCTION constexpr void store(const L& leaf, const V& v) const {
    leaf.data[column * leaf.strides.column() +
              (std::is_same_v<Destination, Surface> ? 0 : destination_row * leaf.strides.level())] = v;
  }
  template <class Condition, class L, class V>
  STENCIL_FUNCTION constexpr void store_where(const Condition& condition, const L& leaf, const V& v) const {
    if (static_cast<bool>(condition)) store(leaf, v);
  }

  template <class T>
  STENCIL_FUNCTION constexpr void store_tile(std::uint32_t offset, const T& v) const {
    reinterpret_cast<T*>(arena + offset)[tile_column + destination_row] = v;
  }

  template <int BottomRows, int TopRows, class Interior, class AtEnd>
  STENCIL_FUNCTION constexpr auto pick(const Interior& interior_formula, const AtEnd& at_end) const {
    return detail::cursors::pick<BottomRows, TopRows>(*this, interior_formula, at_end);
  }
};

}  // namespace stencil
