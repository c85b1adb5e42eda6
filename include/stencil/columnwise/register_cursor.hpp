// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/lane.hpp>
#include <stencil/columnwise/lane_levels.hpp>
#include <stencil/columnwise/trace.hpp>
#include <stencil/plan/cost.hpp>

namespace stencil::column_functions {

/// Rows [Low, High) of an argument, counted from the lane's first row, as the argument of a formula.
template <class Where, class T, int Low, int High>
struct Window {
  struct stencil_node {};
  using value_type = T;
  using location = Where;
  using space = AnySpace;

  RowValues<T, Low, High> rows;

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    return at.window(*this);
  }
};

/// One row of a lane plus H half levels. Rows that are not needed have no formula of their own.
template <class Lane, class Destination, class Needed = stencil::plan::AllRows, int H = 0>
struct RegisterCursor {
  using plan = stencil::plan::StoreNothing;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = false;
  static constexpr int shift = index_shift<Destination>(H);

  const Lane& lane;
  int index;

  template <int More>
  STENCIL_FUNCTION constexpr RegisterCursor<Lane, Destination, Needed, H + More> shifted() const {
    return {lane, index};
  }
  template <class Location>
  STENCIL_FUNCTION constexpr LevelOfGrid<Lane, Location> at_row(int level) const {
    return {lane, level};
  }
  STENCIL_FUNCTION constexpr int rows() const { return rows_at<location>(lane.levels()); }
  STENCIL_FUNCTION constexpr int row() const {
    const int r = lane.first_row + index + shift;
    return lane.ring() ? row_in_ring(r, lane.columns.levels) : r;
  }
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
    if constexpr (std::is_same_v<Where, Surface>) {
      return value.rows.value;
    } else {
      static_assert(H == 0, "stencil: a formula reads a column value past its window");
      return value.rows[index];
    }
  }
  template <class Where, class T, int Low, int High>
  STENCIL_FUNCTION constexpr T window(const Window<Where, T, Low, High>& rows) const {
    return rows.rows[index + shift];
  }
  /// A condition's field: one value per column.
  template <class T, class Layout, class Space>
  STENCIL_FUNCTION constexpr auto load(const FieldLeaf<T, Surface, Layout, Space>& leaf) const {
    return static_cast<std::remove_const_t<T>>(leaf.data[lane.column * leaf.strides.column()]);
  }
  template <class Real, MetricKind Kind>
  STENCIL_FUNCTION constexpr Real metric() const {
    return *lane.template metric_at<Real, location, Kind>(index + shift);
  }

  static constexpr bool tells_place = true;
  /// Which of the rows near an end that have a formula of their own this is.
  template <int BottomRows, int TopRows>
  struct PlaceInColumn {
    RegisterCursor at;
    template <Side Where, int Row>
    STENCIL_FUNCTION constexpr bool is() const {
      const int i = at.index + shift;
      if constexpr (Where == Side::bottom) {
        return Row < BottomRows && Row >= unasked_below && Row >= shift && !at.lane.ring() && at.lane.is_row(i, Row);
      } else {
        return Row < TopRows && Row >= unasked_above && is_at_top<Row> && !at.lane.ring() &&
               at.lane.template is_row_from_top<location>(i, Row);
      }
    }
  };
  template <int BottomRows, int TopRows>
  STENCIL_FUNCTION constexpr PlaceInColumn<BottomRows, TopRows> place() const {
    return {*this};
  }

  template <int BottomRows, int TopRows, class Interior, class AtEnd>
  STENCIL_FUNCTION constexpr auto pick(const Interior& interior_formula, const AtEnd& at_end) const {
    using Value = std::remove_cvref_t<decltype(interior_formula())>;
    constexpr int bottom = BottomRows > unasked_below ? BottomRows : 0;
    constexpr int top = TopRows > unasked_above ? TopRows : 0;
    if constexpr (bottom == 0 && top == 0) {
      return interior_formula();
    } else {
      // The interior formula is evaluated in end rows too: where it reads past the end it finds numbers of no meaning.
      auto value = static_cast<Value>(interior_formula());
      if (!lane.ring()) override_ends<bottom, top, (bottom > top ? bottom : top) - 1>(value, at_end);
      return value;
    }
  }

 private:
  // Rows that are not needed, if this is the formula's own position (H == 0); else a neighbour reads the row.
  static constexpr int unasked_below = H == 0 ? Needed::bottom : 0;
  static constexpr int unasked_above = H == 0 ? Needed::top : 0;
  /// Whether a row of the destination can have this position at row Row from the top: no center has the top face below
  /// it.
  template <int Row>
  static constexpr bool is_at_top = rows_at<location>(0) - rows_at<Destination>(0) <= Row + shift;

  // From the inside outward, the bottom last: in a column of few rows the formula nearest to an end counts.
  template <int BottomRows, int TopRows, int Row, class Value, class AtEnd>
  STENCIL_FUNCTION constexpr void override_ends(Value& value, const AtEnd& at_end) const {
    if constexpr (Row >= 0) {
      const int i = index + shift;
      if constexpr (Row < TopRows && Row >= unasked_above && is_at_top<Row>) {
        if (lane.template is_row_from_top<location>(i, Row)) value = static_cast<Value>(at_end(End<Side::top, Row>{}));
      }
      if constexpr (Row < BottomRows && Row >= unasked_below && Row >= shift) {
        if (lane.is_row(i, Row)) value = static_cast<Value>(at_end(End<Side::bottom, Row>{}));
      }
      override_ends<BottomRows, TopRows, Row - 1>(value, at_end);
    }
  }
};

}  // namespace stencil::column_functions
