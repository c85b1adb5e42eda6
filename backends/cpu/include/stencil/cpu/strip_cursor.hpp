// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>

#include <stencil/columnwise/job.hpp>
#include <stencil/columnwise/lane_levels.hpp>
#include <stencil/cpu/run.hpp>
#include <stencil/cpu/strip_nodes.hpp>
#include <stencil/cpu/strip_source.hpp>
#include <stencil/cpu/strip_working.hpp>
#include <stencil/plan/cost.hpp>

/// How an operation on column values reads its operands at a row, and its loops.
namespace stencil::cpu {

/// Whether a node is an operator's.
template <class N>
inline constexpr bool is_operator_node = false;
template <class Op, class... Nodes>
inline constexpr bool is_operator_node<StencilBroadcasted<Op, Nodes...>> = true;

/// Whether a lane may have a lone column.
template <class Lane>
inline constexpr bool may_be_lone = requires { requires Lane::may_be_lone; };
/// A lane that has no lone column: it compiles without what reads the rows of one.
template <class Lane>
struct OfManyColumns : Lane {
  static constexpr bool may_be_lone = false;
  explicit OfManyColumns(const Lane& lane) : Lane(lane) {}
};

/// One value in all elements of a vector.
template <class T, int W>
auto spread_over(const stored<T>* row) {
  if constexpr (std::is_same_v<T, bool> && in_vectors<float>) {
    return Mask<stored<bool>, W>{simd::vector<stored<bool>, W>{} + *row};
  } else if constexpr (std::is_same_v<T, bool>) {
    return wide_of<bool, W>(*row != 0);
  } else {
    return wide_of<T, W>(kept_in_column<T, W>(row, 0));
  }
}
/// W rows of a lone column that are kept part by part, as first columns of rows of vectors, collected and dealt out.
template <class T, int W>
[[gnu::noinline]] wide_of<T, W> collect_rows(const T* row) {
  wide_of<T, W> values;
  for (int l = 0; l < W; ++l) set_element(values, l, kept_in_column<T, W>(row + l * W, 0));
  return values;
}
template <class T, int W>
[[gnu::noinline]] void deal_out_rows(T* row, const wide_of<T, W>& values) {
  for (int l = 0; l < W; ++l) keep_in_column<T, W>(row + l * W, 0, element(values, l));
}

/// W neighbouring columns at one row. Interior: no end formula applies. Of a lone column W consecutive rows, `offset`
/// above the cursor's own, or with OneRow one row in all elements.
template <class Lane, class Destination, bool Interior, bool OneRow = !Interior, int H = 0>
struct StripCursor : WideValues<Lane::width> {
  static constexpr int W = Lane::width;
  using plan = stencil::plan::StoreNothing;
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = Interior;
  static constexpr bool is_part = requires { requires Lane::part; };
  static constexpr int shift = index_shift<Destination>(H);

  const Lane& lane;
  int destination_row;
  int offset;  ///< of the first of the W columns, or of a lone column's W rows, in a strip

  StripCursor(const Lane& l, int row, int o) : lane(l), destination_row(row), offset(o) {}

  template <int More>
  auto shifted() const {
    return StripCursor<Lane, Destination, Interior, OneRow, H + More>(lane, destination_row, offset);
  }
  /// At one row, counted from the top where it is negative. Of a part of a column that has no such row, the nearest
  /// one.
  template <class Location>
  auto at_row(int row) const {
    using Levels = column_functions::LevelsOfLane<Lane::part ? ColumnEnds::part : ColumnEnds::either>;
    return StripCursor<Lane, Location, Interior, true>(
        lane, Levels::row_of_level(row, rows_at<Location>(lane.columns.levels)), offset);
  }
  int rows() const { return rows_at<location>(lane.columns.levels); }
  int row() const {
    const int r = destination_row + shift;
    if constexpr (Interior || std::is_same_v<location, Surface>) return r;
    return is_ring() ? row_in_ring(r, lane.columns.levels) : r;
  }
  auto row_numbers() const
    requires may_be_lone<Lane>
  {
    return lane.lone && !OneRow ? numbers_of_rows<W>(row() + offset) : wide_of<int, W>(row());
  }

  template <class T>
  auto wide(const stored<T>* row) const {
    if constexpr (may_be_lone<Lane> && OneRow) {
      if (lane.lone) return spread_over<T, W>(row);
    } else if constexpr (may_be_lone<Lane> && is_split<T, W>) {
      if (lane.lone) return collect_rows<T, W>(row + offset * W);
    }
    return wide_at<T>(row, offset);
  }
  template <class T>
  auto wide_per_column(const stored<T>* row) const {
    return wide_at<T>(row, column_offset());
  }
  template <class T>
  static auto wide_at(const stored<T>* row, int first) {
    if constexpr (std::is_same_v<T, bool> && !in_vectors<float>) {
      WideArray<bool, W> truths;
      for (int l = 0; l < W; ++l) truths.value[l] = row[first + l] != 0;
      return truths;
    } else if constexpr (std::is_same_v<T, bool>) {
      return Mask<stored<bool>, W>{simd::load<simd::vector<stored<bool>, W>>(row + first)};
    } else if constexpr (is_split<T, W>) {
      return split_at<T, W>(row, first);
    } else {
      return cpu::load<W>(row + first);
    }
  }
  /// A condition's value per column.
  template <class OfLane, class T>
  auto held(const column_functions::ColumnValue<OfLane, Surface, T>& value) const {
    if constexpr (requires { value.rows.vector; }) {
      return value.rows.vector;
    } else {
      return wide_per_column<T>(value.rows.row(0));
    }
  }
  template <class T, class Layout, class Space>
  auto load(const FieldLeaf<T, Surface, Layout, Space>& leaf) const {
    const auto column_stride = leaf.strides.column();
    if constexpr (is_part) {
      if (lane.scattered != nullptr) return gather_columns(leaf.data, column_stride);
    }
    return gather<W>(leaf.data + (lane.column + column_offset()) * column_stride, column_stride, present());
  }
  template <class Real, MetricKind Kind>
  wide_of<Real, W> metric() const {
    // At an end face, twice the distance to the nearest center: of a part of a column the thickness of the cell there.
    if constexpr (is_part && std::is_same_v<location, Face> && Kind != MetricKind::z) {
      if (row() == 0) return metric_in_row<Real, Center, Kind>(0);
      if (row() == rows() - 1) return metric_in_row<Real, Center, Kind>(rows() - 2);
    }
    return metric_in_row<Real, location, Kind>(row());
  }
  template <class Real, class Location, MetricKind Kind>
  wide_of<Real, W> metric_in_row(int of_row) const {
    const auto& m = lane.columns.template metric<Real>();
    const auto& at = m.template at<Location>();
    const Real* p = at.template values<Kind>();
    p += of_row * m.level_stride;
    if constexpr (may_be_lone<Lane>) {
      if (lane.lone) {
        p += lane.column * at.column_stride;
        return OneRow ? wide_of<Real, W>(*p) : wide_of<Real, W>(cpu::load<W>(p + offset));
      }
    }
    if constexpr (is_part) {
      if (lane.scattered != nullptr && at.column_stride != 0) return gather_columns(p, at.column_stride);
    }
    p += (lane.column + offset) * at.column_stride;
    return Interior ? wide_of<Real, W>(cpu::load<W>(p)) : wide_of<Real, W>(cpu::load<W>(p, present()));
  }

  template <int BottomRows, int TopRows, class InteriorFormula, class AtEnd>
  auto pick(const InteriorFormula& interior_formula, const AtEnd& at_end) const {
    // A constant inside may stand beside a value per column at an end.
    using Inside = std::remove_cvref_t<decltype(interior_formula())>;
    using Value = typename std::conditional_t<Wide<Inside>, std::type_identity<Inside>, WideOf<Inside, W>>::type;
    if (is_ring()) return Value(interior_formula());
    return detail::cursors::pick_row<BottomRows, TopRows, 0, Value>(row(), rows(), interior_formula, at_end);
  }

 private:
  bool is_ring() const {
    if constexpr (Lane::may_be_ring) return lane.columns.periodic;
    return false;
  }
  /// Of the first of the columns, among those of the batch.
  int column_offset() const {
    if constexpr (may_be_lone<Lane>) return lane.lone ? 0 : offset;
    return offset;
  }
  int present() const { return std::min(W, lane.count - column_offset()); }
  template <class T>
  [[gnu::noinline]] auto gather_columns(const T* from, std::ptrdiff_t stride) const {
    wide_of<std::remove_const_t<T>, W> all;
    for (int l = 0; l < W; ++l) set_element(all, l, from[lane.column_of(offset + l) * stride]);
    return all;
  }
};

template <class V, int W>
inline constexpr bool is_truth = std::is_same_v<V, bool> || std::is_same_v<V, WideArray<bool, W>>;
template <class I, int W>
inline constexpr bool is_truth<Mask<I, W>, W> = true;

template <class T, class At, class V>
void put_stored(T* to, const At& at, const V& value) {
  if constexpr (is_truth<V, At::W> && !in_vectors<float>) {
    for (int l = 0; l < At::W; ++l) to[l] = to_stored(static_cast<bool>(element(value, l)));
  } else if constexpr (is_truth<V, At::W>) {
    simd::store(to, mask_for<float, At::W>(value).v);
  } else if constexpr (is_split<T, At::W>) {
    put_split<T, At::W>(to, 0, at.template cast<T>(value));
  } else {
    put(to, 1, at.template cast<T>(value), 0, At::W);
  }
}

/// Writes what a cursor computed to a row of a result. In a lone column a vector is W rows, or, with OneRow, one row in
/// all elements, of which one is written.
template <bool OneRow, class T, class At, class V>
void put_row(T* to, const At& at, const V& value) {
  if constexpr (may_be_lone<std::remove_cvref_t<decltype(at.lane)>> &&
                !std::is_same_v<typename At::location, Surface>) {
    if constexpr (OneRow && !is_split<T, At::W>) {
      if (at.lane.lone) {
        T row[At::W];
        put_stored(row, at, value);
        *to = row[0];
        return;
      }
    } else if constexpr (!OneRow && is_split<T, At::W>) {
      if (at.lane.lone) return deal_out_rows<T, At::W>(to, at.template cast<T>(value));
    }
  }
  put_stored(to, at, value);
}

/// Rows [from, to) of a result, some columns of each, by the node that `node_of` makes of its operands. Those inside a
/// lone column are one row of as many values, whose last vector overlaps the one before: where operands lie is then
/// found once.
template <class Where, bool Interior, class Lane, class NodeOf, class V, class... Sources>
STENCIL_CPU_ONE_FUNCTION void loop_over_rows(const Lane& given, const NodeOf& node_of, int from, int to,
                                             ColumnRun columns, std::ptrdiff_t stride, V* result,
                                             const Sources&... sources) {
  const Lane lane = given;  // its own copy: stores could alias the original
  const auto node = node_of.in_place(NodeToBe<!Interior, Sources>{sources}...);
  const bool at_once = Interior && lane.lone;
  const ColumnRun values = at_once ? ColumnRun{0, to - from} : columns;
  const int end = at_once ? from + 1 : to;
  const std::ptrdiff_t apart = at_once && is_split<V, Lane::width> ? stride : 1;
  V* row = result;
  for (int k = from; k < end; ++k, row += stride) {
    for (int offset = values.first;; offset = std::min(offset + Lane::width, values.last - Lane::width)) {
      const StripCursor<Lane, Where, Interior> at(lane, k, offset);
      put_row<!Interior>(row + offset * apart, at, node.value(at));
      if (offset + Lane::width >= values.last) break;
    }
  }
}
/// The same where the rows lie one after the other without gaps: `values` values in one loop.
template <class Where, class Lane, class NodeOf, class V, class... Sources>
STENCIL_CPU_ONE_FUNCTION void loop_over_strip(const Lane& given, const NodeOf& node_of, int from, int values, V* result,
                                              const Sources&... sources) {
  const auto node = node_of.in_place(NodeToBe<false, Sources>{sources}...);
  const Lane lane = given;
  for (int offset = 0; offset < values; offset += Lane::width) {
    const StripCursor<Lane, Where, true> at(lane, from, offset);
    put_stored(result + offset, at, node.value(at));
  }
}

}  // namespace stencil::cpu
