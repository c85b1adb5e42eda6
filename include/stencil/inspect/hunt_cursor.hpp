// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/inspect/findings.hpp>
#include <stencil/plan/cost.hpp>

/// Computes one row of an operation and records what it reads, for the search for NaN and infinities.
namespace stencil::column_functions {

/// One row of a column plus H half levels.
template <class Lane, class Destination, int H = 0>
struct HuntCursor {
  using plan = stencil::plan::StoreNothing;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = false;

  const Lane& lane;
  int destination_row;
  Seen* seen;

  template <int More>
  HuntCursor<Lane, Destination, H + More> shifted() const {
    return {lane, destination_row, seen};
  }
  int rows() const { return rows_at<location>(lane.columns.levels); }
  int row() const {
    const int r = destination_row + index_shift<Destination>(H);
    return lane.ring() && !std::is_same_v<location, Surface> ? row_in_ring(r, lane.columns.levels) : r;
  }
  template <class T>
  T constant(T x) const {
    return x;
  }
  template <class T, class V>
  T cast(const V& v) const {
    return static_cast<T>(v);
  }
  template <class Where, class T>
  T held(const ColumnValue<Lane, Where, T>& value) const {
    // Active levels may be fewer than a formula reads.
    const int last = static_cast<int>(value.rows.cells->size()) - 1;
    return held_in(value, std::is_same_v<Where, Surface> ? 0 : std::clamp(row(), 0, last));
  }
  template <class Where, class T>
  T held_in(const ColumnValue<Lane, Where, T>& value, int row) const {
    seen->template add<Where>(value.rows, row);
    return (*value.rows.cells)[static_cast<std::size_t>(row)].value;
  }
  /// A condition's field: one value per column.
  template <class T, class Layout, class Space>
  auto load(const FieldLeaf<T, Surface, Layout, Space>& leaf) const {
    return lane.number_of(leaf, 0);
  }
  template <class Real, MetricKind Kind>
  Real metric() const {
    return *lane.template metric_at<Real, location, Kind>(row());
  }
  template <int BottomRows, int TopRows, class Interior, class AtEnd>
  auto pick(const Interior& interior_formula, const AtEnd& at_end) const {
    using Value = std::remove_cvref_t<decltype(interior_formula())>;
    if (lane.ring()) return static_cast<Value>(interior_formula());
    return detail::cursors::pick_row<BottomRows, TopRows, 0, Value>(row(), rows(), interior_formula, at_end);
  }
};

}  // namespace stencil::column_functions
