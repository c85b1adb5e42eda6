// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/algorithm/wide_words.hpp>
#include <stencil/plan/cost.hpp>

/// A lane holds consecutive rows of one column in registers; what its neighbours hold it gets through an exchange.
namespace stencil {

namespace plan {
/// Every argument with a value per row is stored, leaves too: in registers.
struct InRegisters {
  static constexpr bool in_registers = true;
  static constexpr const char* why_stored = "neighbours";
  static constexpr const char* why_recomputed = "";
  template <class Node, int I>
  static constexpr bool stores = [] {
    using Where = typename Node::template argument_type<I>::location;
    return std::is_same_v<Where, Center> || std::is_same_v<Where, Face>;
  }();
};
}  // namespace plan

/// Values of the rows [Low, High), counted from a lane's first row.
template <class T, int Low, int High>
struct RowValues {
  static constexpr int low = Low;
  static constexpr int high = High;
  T value[static_cast<unsigned>(High - Low)];

  STENCIL_FUNCTION constexpr const T& operator[](int row) const { return value[row - Low]; }
  STENCIL_FUNCTION constexpr T& operator[](int row) { return value[row - Low]; }
};
/// One value for all rows.
template <class T>
struct SameInAllRows {
  T value;
  STENCIL_FUNCTION constexpr const T& operator[](int) const { return value; }
};
/// A value that is not held: it is taken from the expression where it is used.
struct NotHeld {};

/// The metric in a lane's rows and the face above them. The compiler drops the parts that no formula reads.
template <class Real, int Held>
struct LaneMetric {
  RowValues<Real, 0, Held + 1> center[3];
  RowValues<Real, 0, Held + 1> face[3];
};

/// The position of a member of a team, and whether its results are written.
struct LanePosition {
  std::ptrdiff_t column;
  int lane;  ///< of the column, from the bottom; may lie outside it
  bool works;
  bool topmost;  ///< in a column with ends: the face above its cells is the column's top
};

/// A member of a team that computes a column together. It holds `Held` rows from `first_row` on; its neighbour above
/// holds the next ones. `Exchange` has `from(value, distance)`: what the lane `distance` above gives for `value`.
/// Full: no lane holds rows beyond a column's end, for Held divides the number of levels.
template <int Held, ColumnEnds ends, class Exchange, bool Full = false>
struct AssignmentLane {
  static constexpr int held = Held;
  static constexpr bool ring = ends == ColumnEnds::ring;
  static constexpr bool full = Full;
  const EvaluatedColumns& columns;
  std::ptrdiff_t column;
  int number;  ///< of the lane in its column
  int first_row;
  int metric_row;  ///< first_row, limited to the rows that a padded metric has
  bool works;
  bool topmost;
  bool last_column;
  Exchange exchange;
  LaneMetric<double, Held> metric_double;
  LaneMetric<float, Held> metric_float;

  STENCIL_FUNCTION AssignmentLane(const EvaluatedColumns& set, const LanePosition& place, bool last, const Exchange& e)
      : AssignmentLane(set, place, place.lane * Held, last, e) {}
  /// A lane whose rows begin at any row.
  STENCIL_FUNCTION AssignmentLane(const EvaluatedColumns& set, const LanePosition& place, int begins, bool last,
                                  const Exchange& e)
      : columns(set),
        column(place.column),
        number(place.lane),
        first_row(begins),
        metric_row(begins),
        works(place.works),
        topmost(place.topmost),
        last_column(last),
        exchange(e) {
    static_assert(Held <= 32, "stencil: a lane reads the metric past its own rows, as far as that is padded");
    if constexpr (ring) metric_row = row_in_ring(first_row, set.levels);
    load_metric(metric_double);
    load_metric(metric_float);
  }

  /// The row of memory that row i stands for, which may be a neighbour's; beyond an end the end row, whose value is
  /// unused.
  template <class Location>
  STENCIL_FUNCTION int clamped_row(int i) const {
    const int row = first_row + i;
    if constexpr (ring) return row_in_ring(row, columns.levels);
    if (i < 0) return row < 0 ? 0 : row;
    const int last = rows_at<Location>(columns.levels) - 1;
    return row < last ? row : last;
  }
  /// The same for a row of the lane itself.
  template <class Location>
  STENCIL_FUNCTION int memory_row(int i) const {
    return Full ? first_row + i : clamped_row<Location>(i);
  }

  /// Whether row i of the lane is that row of the column, counted from the bottom or from the top. Lanes begin at
  /// multiples of Held, so the compiler removes the test for most i.
  STENCIL_FUNCTION constexpr bool is_row(int i, int row) const {
    return (row - i) % Held == 0 && number == (row - i) / Held;
  }
  template <class Location>
  STENCIL_FUNCTION constexpr bool is_row_from_top(int i, int row) const {
    if constexpr (Full) {
      const int rows_on = rows_at<Location>(0) - 1 - row - i;
      return rows_on % Held == 0 && number - columns.levels / Held == rows_on / Held;
    } else {
      return first_row + i == rows_at<Location>(columns.levels) - 1 - row;
    }
  }

  /// Whether all of the lane's rows may be loaded without a check: those past the column's end lie in the next column.
  template <class Strides>
  STENCIL_FUNCTION bool reads_straight(const Strides& strides) const {
    if constexpr (Full) return true;
    const bool inside = first_row + Held <= columns.levels;
    if constexpr (ring) return first_row >= 0 && inside;
    return inside || (!last_column && strides.column() >= Held);
  }

  template <class Real>
  STENCIL_FUNCTION const LaneMetric<Real, Held>& metric() const {
    if constexpr (std::is_same_v<Real, float>) {
      return metric_float;
    } else {
      return metric_double;
    }
  }

  /// The metric at row i of the lane, which may be one of its neighbours'.
  template <class Real, class Location, MetricKind Kind>
  STENCIL_FUNCTION const Real* metric_at(int i) const {
    const auto& at = columns.template metric<Real>().template at<Location>();
    const Real* p = at.template values<Kind>();
    return p + (column * at.column_stride + metric_row) + i;
  }

 private:
  template <class Real>
  STENCIL_FUNCTION void load_metric(LaneMetric<Real, Held>& m) {
    load_metric<Center, MetricKind::z>(m.center[0]);
    load_metric<Center, MetricKind::dz>(m.center[1]);
    load_metric<Center, MetricKind::inverse_dz>(m.center[2]);
    load_metric<Face, MetricKind::z>(m.face[0]);
    load_metric<Face, MetricKind::dz>(m.face[1]);
    load_metric<Face, MetricKind::inverse_dz>(m.face[2]);
  }
  template <class Location, MetricKind Kind, class Real>
  STENCIL_FUNCTION void load_metric(RowValues<Real, 0, Held + 1>& rows) {
    const Real* from = metric_at<Real, Location, Kind>(0);
    load_rows<Held>(from, rows.value);
    rows[Held] = from[Held];
  }
};

/// One row of a lane plus H half levels, for the formula of a node whose arguments are in `windows`. Bottom and Top:
/// rows nearer to an end are not needed.
template <class Lane, class Windows, int Bottom, int Top, class Destination, int H = 0>
struct LaneCursor {
  using plan = plan::InRegisters;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = false;

  const Lane& lane;
  const Windows& windows;
  int index;

  template <int More>
  STENCIL_FUNCTION constexpr LaneCursor<Lane, Windows, Bottom, Top, Destination, H + More> shifted() const {
    return {lane, windows, index};
  }
  STENCIL_FUNCTION constexpr int rows() const { return rows_at<location>(lane.columns.levels); }
  STENCIL_FUNCTION constexpr int row() const {
    const int r = lane.first_row + index + index_shift<Destination>(H);
    return Lane::ring ? row_in_ring(r, lane.columns.levels) : r;
  }

  template <class T>
  STENCIL_FUNCTION constexpr T constant(T x) const {
    return x;
  }
  template <class T, class Layout, class Space>
  STENCIL_FUNCTION constexpr auto load(const FieldLeaf<T, Surface, Layout, Space>& leaf) const {
    return static_cast<std::remove_const_t<T>>(leaf.data[lane.column * leaf.strides.column()]);
  }
  template <class Real, MetricKind Kind>
  STENCIL_FUNCTION constexpr Real metric() const {
    const int row = index + index_shift<Destination>(H);
    if (row < 0 || row > Lane::held) return *lane.template metric_at<Real, location, Kind>(row);
    const auto& held = lane.template metric<Real>();
    return (std::is_same_v<location, Face> ? held.face : held.center)[static_cast<int>(Kind)][row];
  }
  template <int I, class T>
  STENCIL_FUNCTION constexpr T tile(TilePlace) const {
    return argument_at<I>(windows)[index + index_shift<Destination>(H)];
  }
  template <class T, class V>
  STENCIL_FUNCTION constexpr T cast(const V& v) const {
    return static_cast<T>(v);
  }

  template <int BottomRows, int TopRows, class Interior, class AtEnd>
  STENCIL_FUNCTION constexpr auto pick(const Interior& interior_formula, const AtEnd& at_end) const {
    // Rows that are not needed have no end formula at the formula's own position (H == 0). A neighbour's row whose
    // value a condition replaces has one.
    constexpr int bottom = H == 0 && Bottom >= BottomRows ? 0 : BottomRows;
    constexpr int top = H == 0 && Top >= TopRows ? 0 : TopRows;
    using Value = std::remove_cvref_t<decltype(interior_formula())>;
    if constexpr (bottom == 0 && top == 0) {
      return interior_formula();
    } else {
      // The interior formula is evaluated in end rows too: where it reads past the end it finds numbers of no meaning.
      auto value = static_cast<Value>(interior_formula());
      if constexpr (!Lane::ring) override_ends<bottom, top, (bottom > top ? bottom : top) - 1>(value, at_end);
      return value;
    }
  }

 private:
  // From the inside outward, the bottom last: in a column of few rows the formula nearest to an end counts.
  template <int BottomRows, int TopRows, int Row, class Value, class AtEnd>
  STENCIL_FUNCTION constexpr void override_ends(Value& value, const AtEnd& at_end) const {
    if constexpr (Row >= 0) {
      const int i = index + index_shift<Destination>(H);
      if constexpr (Row < TopRows) {
        if (lane.template is_row_from_top<location>(i, Row)) value = static_cast<Value>(at_end(End<Side::top, Row>{}));
      }
      if constexpr (Row < BottomRows) {
        if (lane.is_row(i, Row)) value = static_cast<Value>(at_end(End<Side::bottom, Row>{}));
      }
      override_ends<BottomRows, TopRows, Row - 1>(value, at_end);
    }
  }
};

}  // namespace stencil
