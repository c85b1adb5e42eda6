// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/columnwise/lane_levels.hpp>
#include <stencil/columnwise/sweep_history.hpp>
#include <stencil/columnwise/sweep_needs.hpp>
#include <stencil/columnwise/sweep_tiles.hpp>
#include <stencil/columnwise/trace.hpp>
#include <stencil/plan/cost.hpp>

/// Values of a thread that goes along a whole column row by row.
namespace stencil::column_functions {

/// A value at the row at which the thread is, or `behind` rows before it. pass: the first pass along the column in
/// which it is right. A value per column that is known only after the last row of a pass, such as the result of a
/// march, is right from the next pass on. lead: how many turns must come before for the value to be right; known in a
/// dry run. is_field: it is a row of a field, whose memory is known to threads that read it, a row every `step` values.
template <class T>
struct SweptRow {
  T value{};
  int behind = 0;
  int pass = 0;
  bool is_field = false;
  int lead = 0;
  const T* memory = nullptr;
  std::ptrdiff_t step = 0;
};

/// A thread's column, where it finds rows, and what it keeps of them.
template <class Code>
struct SweepState {
  const EvaluatedColumns& columns;
  std::ptrdiff_t column = 0;
  int top_row = 0;    ///< of the column: the first one of a sweep that goes down
  int last_turn = 0;  ///< rows are counted in turns, in the order in which they come
  int first_turn = 0;
  int pass_number = 0;  ///< of this one
  int last_pass = 0;    ///< in which results are stored
  SweepLook<Code>* look = nullptr;
  int place_in_tile[2][2] = {};  ///< of the column: at centers and faces, of values of 4 and of 8 bytes
  bool counts_rows = false;      ///< a tile holds whole columns
  int values_of_tile = 0;
  const char* read_from = nullptr;  ///< tiles of fields that are read
  char* write_to = nullptr;         ///< and of those that are written
  int first_stored = 0;             ///< the rows of results that a thread without tiles writes
  int rows_stored = 0;
  std::ptrdiff_t level_stride = 0;  ///< of all fields, if they lie alike
  SweepHistory history;
  const SweptFields* fields = nullptr;  ///< those that a thread with tiles reads
  KeptRows kept_rows;
  mutable int used_of_cell = 0;  ///< bytes of its cells

  STENCIL_FUNCTION explicit SweepState(const EvaluatedColumns& set) : columns(set) {}
};

/// Rows from Low to High around an operation's own, as a formula's node.
template <class T, class Where, int Low, int High>
struct SweepWindow {
  struct stencil_node {};
  using value_type = T;
  using location = Where;
  using space = AnySpace;
  T rows[static_cast<unsigned>(High - Low + 1)];

  template <class At>
  STENCIL_FUNCTION constexpr T value(const At&) const {
    if constexpr (std::is_same_v<Where, Surface>) {
      return rows[0];
    } else {
      return rows[At::shift - Low];
    }
  }
};

/// What a grid has in a row of a column. A thread computes rows beyond the ends of its column too, which nobody reads,
/// rather than test for each. Where it reads tiles, metrics go on there, and of heights of its own a column asks for a
/// row some turns before it reads it.
template <class Team, bool Upward, bool Away, class Real, class Where, MetricKind Kind>
STENCIL_FUNCTION Real swept_metric(const EvaluatedColumns& columns, std::ptrdiff_t column, int row) {
  const MetricView<Real>& metric = columns.template metric<Real>();
  if constexpr (requires { Team::reads_memory; }) {
    const int last = rows_at<Where>(columns.levels) - 1, there = Away ? row : row < 0 ? 0 : row < last ? row : last;
    if constexpr (Team::heights_side_by_side) return *metric.template place<Where, Kind>(column, there);
    return *metric_in_row<Where, Kind>(metric, column, there);
  } else {
    const Real* const place = metric.template place<Where, Kind>(column, row);
    constexpr int ahead = Upward ? Team::heights_ahead : -Team::heights_ahead;
    if (columns.heights_per_column) Team::prefetch(place + ahead * metric.level_stride);
    return *place;
  }
}

/// One row of a column plus H half levels. Away: no formula for an end applies.
template <class Lane, class Destination, bool Away, int H = 0>
struct SweepCursor {
  using plan = stencil::plan::StoreNothing;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = Away;
  static constexpr int shift = index_shift<Destination>(H);

  const Lane& lane;
  int destination_row;

  template <int More>
  STENCIL_FUNCTION constexpr SweepCursor<Lane, Destination, Away, H + More> shifted() const {
    return {lane, destination_row};
  }
  template <class Location>
  STENCIL_FUNCTION constexpr LevelOfGrid<Lane, Location> at_row(int level) const {
    return {lane, level};
  }
  STENCIL_FUNCTION static constexpr bool ring() { return false; }
  STENCIL_FUNCTION constexpr int rows() const { return rows_at<location>(lane.columns.levels); }
  STENCIL_FUNCTION constexpr int row() const { return destination_row + shift; }
  template <class T>
  STENCIL_FUNCTION constexpr T constant(T x) const {
    return x;
  }
  template <class T, class V>
  STENCIL_FUNCTION constexpr T cast(const V& v) const {
    return static_cast<T>(v);
  }
  template <class Where, class T>
  STENCIL_FUNCTION constexpr T held(const ColumnValue<Lane, Where, T>& value) const {
    return value.rows.value;
  }
  /// A condition's field: one value per column.
  template <class T, class Layout, class Space>
  STENCIL_FUNCTION constexpr auto load(const FieldLeaf<T, Surface, Layout, Space>& leaf) const {
    return static_cast<std::remove_const_t<T>>(leaf.data[lane.column * leaf.strides.column()]);
  }
  template <class Real, MetricKind Kind>
  STENCIL_FUNCTION constexpr Real metric() const {
    return lane.template metric_of<Real, location, Kind>(row());
  }
  template <int BottomRows, int TopRows, class Interior, class AtEnd>
  STENCIL_FUNCTION constexpr auto pick(const Interior& interior_formula, const AtEnd& at_end) const {
    if constexpr (Away) {
      return interior_formula();
    } else {
      return detail::cursors::pick<BottomRows, TopRows>(*this, interior_formula, at_end);
    }
  }
};

}  // namespace stencil::column_functions
