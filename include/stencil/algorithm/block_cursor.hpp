// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/plan/cost.hpp>

namespace stencil {

/// The part of the grid that one team computes: columns [first, first + count), rows [begin, end) of each.
struct BlockRange {
  std::ptrdiff_t first;
  int count;
  int begin;
  int end;
};

/// One position of one of a team's columns: `destination_row` plus H half levels. Reads memory and the tiles of the
/// team, one value at a time. Interior: no end formula applies there.
template <class Plan, class Destination, ColumnEnds ends, bool Interior, int H = 0>
struct BlockCursor {
  using plan = Plan;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = Interior;

  const EvaluatedColumns& columns;
  std::ptrdiff_t column;  ///< in the fields
  int destination_row;
  char* arena;      ///< tiles of the team
  int tile_column;  ///< where row 0 of the column lies in a tile; may lie before it

  template <int More>
  STENCIL_FUNCTION constexpr BlockCursor<Plan, Destination, ends, Interior, H + More> shifted() const {
    return {columns, column, destination_row, arena, tile_column};
  }
  template <class Location>
  STENCIL_FUNCTION constexpr BlockCursor<Plan, Location, ends, false> at_row(int row) const {
    return {columns, column, row_of_level(row, rows_at<Location>(columns.levels)), arena, tile_column};
  }
  /// The same position for an expression that has no tiles.
  STENCIL_FUNCTION constexpr BlockCursor<stencil::plan::StoreNothing, Destination, ends, false, H> without_tiles()
      const {
    return {columns, column, destination_row, arena, tile_column};
  }

  STENCIL_FUNCTION constexpr int rows() const { return rows_at<location>(columns.levels); }
  STENCIL_FUNCTION constexpr bool ring() const {
    return !Interior && (ends == ColumnEnds::either ? columns.periodic : ends == ColumnEnds::ring);
  }
  /// The row of memory; around a ring.
  STENCIL_FUNCTION constexpr int row() const {
    const int r = destination_row + index_shift<Destination>(H);
    if (!ring() || (r >= 0 && r < columns.levels)) return r;
    return std::is_same_v<location, Surface> ? r : row_in_ring(r, columns.levels);
  }

  template <class T>
  STENCIL_FUNCTION constexpr T constant(T x) const {
    return x;
  }
  template <class T, class Where, class Layout, class Space>
  STENCIL_FUNCTION constexpr auto load(const FieldLeaf<T, Where, Layout, Space>& leaf) const {
    const T* column_base = leaf.data + column * leaf.strides.column();
    if constexpr (std::is_same_v<Where, Surface>) {
      return static_cast<std::remove_const_t<T>>(*column_base);
    } else {
      static_assert(std::is_same_v<Where, location>, "stencil: a field is read at a location where it has no value");
      return static_cast<std::remove_const_t<T>>(column_base[row() * leaf.strides.level()]);
    }
  }
  template <class Real, MetricKind Kind>
  STENCIL_FUNCTION constexpr Real metric() const {
    const auto& at = columns.template metric<Real>().template at<location>();
    const Real* values = at.template values<Kind>();
    return (columns.heights_per_column ? values + column * at.column_stride : values)[row()];
  }
  /// A tile goes on past the ends of a ring, so that its rows need not be brought back into the column.
  template <int, class T>
  STENCIL_FUNCTION constexpr T tile(TilePlace place) const {
    return reinterpret_cast<const T*>(arena +
                                      place.offset)[tile_column + destination_row + index_shift<Destination>(H)];
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
  /// What lies where store() writes.
  template <class L>
  STENCIL_FUNCTION constexpr auto kept(const L& leaf) const {
    return leaf.data[column * leaf.strides.column() +
                     (std::is_same_v<Destination, Surface> ? 0 : destination_row * leaf.strides.level())];
  }
  template <class Condition, class L, class V>
  STENCIL_FUNCTION constexpr void store_where(const Condition& condition, const L& leaf, const V& v) const {
    if (static_cast<bool>(condition)) store(leaf, v);
  }
  template <class T>
  STENCIL_FUNCTION constexpr T* place_in_tile(std::uint32_t offset) const {
    return reinterpret_cast<T*>(arena + offset) + (tile_column + destination_row);
  }

  template <int BottomRows, int TopRows, class InteriorFormula, class AtEnd>
  STENCIL_FUNCTION constexpr auto pick(const InteriorFormula& interior_formula, const AtEnd& at_end) const {
    return detail::cursors::pick<BottomRows, TopRows>(*this, interior_formula, at_end);
  }
};

}  // namespace stencil
