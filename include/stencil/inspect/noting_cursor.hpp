// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/algorithm/lane.hpp>

/// Which rows of its arguments an operator reads for given rows of its result: it is evaluated with a cursor that
/// records the reads.
namespace stencil {

/// Marks for all rows of all columns of a field.
struct MarkedRows {
  int rows = 0;
  std::size_t columns = 0;
  std::vector<unsigned char> mark;  ///< mark[column * rows + row]

  MarkedRows() = default;
  MarkedRows(int all_rows, std::size_t all_columns, bool marked)
      : rows(all_rows), columns(all_columns), mark(static_cast<std::size_t>(all_rows) * all_columns, marked ? 1 : 0) {}
  unsigned char* column(std::size_t c) { return mark.data() + c * static_cast<std::size_t>(rows); }
  const unsigned char* column(std::size_t c) const { return mark.data() + c * static_cast<std::size_t>(rows); }
  /// Whether any row of a column is marked.
  bool any(std::size_t c) const {
    for (int row = 0; row < rows; ++row)
      if (column(c)[row] != 0) return true;
    return false;
  }
};

/// What was read at one position: rows of the arguments, and at which ends the condition was used.
struct RowNotes {
  unsigned char* argument[4] = {};
  bool end[2] = {};
};

/// A cursor at one row of a column. The values that it gives are meaningless.
template <class Destination, int H = 0>
struct NotingCursor {
  using plan = plan::InRegisters;  // under which all arguments with rows are read by tile()
  using destination = Destination;
  using location = location_at<Destination, H>;
  static constexpr bool interior = false;

  int levels;
  bool ring;
  int destination_row;
  RowNotes* notes;

  template <int More>
  STENCIL_FUNCTION constexpr NotingCursor<Destination, H + More> shifted() const {
    return {levels, ring, destination_row, notes};
  }
  STENCIL_FUNCTION constexpr int rows() const { return rows_at<location>(levels); }
  STENCIL_FUNCTION constexpr int row() const {
    const int r = destination_row + index_shift<Destination>(H);
    return ring ? row_in_ring(r, levels) : r;
  }
  template <class T>
  STENCIL_FUNCTION constexpr T constant(T x) const {
    return x;
  }
  template <class T, class Where, class Layout, class Space>
  STENCIL_FUNCTION constexpr auto load(const FieldLeaf<T, Where, Layout, Space>&) const {
    return std::remove_const_t<T>{};
  }
  template <class Real, MetricKind Kind>
  STENCIL_FUNCTION constexpr Real metric() const {
    return Real{1};
  }
  template <int I, class T>
  STENCIL_FUNCTION constexpr T tile(TilePlace) const {
    if (row() >= 0 && row() < rows()) notes->argument[I][row()] = 1;
    return T{};
  }
  template <class T, class V>
  STENCIL_FUNCTION constexpr T cast(const V& v) const {
    return static_cast<T>(v);
  }
  template <int BottomRows, int TopRows, class Interior, class AtEnd>
  STENCIL_FUNCTION constexpr auto pick(const Interior& interior_formula, const AtEnd& at_end) const {
    using Value = std::remove_cvref_t<decltype(interior_formula())>;
    if (ring) return static_cast<Value>(interior_formula());
    const auto noting = [&](auto end) {
      notes->end[decltype(end)::is_bottom ? 0 : 1] = true;
      return at_end(end);
    };
    return detail::cursors::pick_row<BottomRows, TopRows, 0, Value>(row(), rows(), interior_formula, noting);
  }
};

/// What an operator reads for marked rows of its result: rows of each argument, and for each end the columns in which
/// its condition is used.
template <int Count>
struct RowsRead {
  std::array<MarkedRows, static_cast<std::size_t>(Count)> argument;
  MarkedRows end[2];
};

template <class Op, class... Nodes>
RowsRead<static_cast<int>(sizeof...(Nodes))> rows_read(const StencilBroadcasted<Op, Nodes...>& node, int levels,
                                                       bool ring, const MarkedRows& asked) {
  using Node = StencilBroadcasted<Op, Nodes...>;
  RowsRead<Node::count> read{{MarkedRows(rows_at<typename Nodes::location>(levels), asked.columns, false)...},
                             {MarkedRows(1, asked.columns, false), MarkedRows(1, asked.columns, false)}};
  const auto bytes = static_cast<std::size_t>(asked.rows);
  for (std::size_t c = 0; c < asked.columns; ++c) {
    if (c > 0 && std::equal(asked.column(c), asked.column(c) + bytes, asked.column(c - 1))) {  // as the last column
      for (MarkedRows& rows : read.argument)
        std::copy(rows.column(c - 1), rows.column(c - 1) + rows.rows, rows.column(c));
      for (MarkedRows& end : read.end) *end.column(c) = *end.column(c - 1);
      continue;
    }
    RowNotes notes;
    for (std::size_t i = 0; i < read.argument.size(); ++i) notes.argument[i] = read.argument[i].column(c);
    for (int row = 0; row < asked.rows; ++row) {
      if (asked.column(c)[row] != 0)
        static_cast<void>(node.value(NotingCursor<typename Node::location>{levels, ring, row, &notes}));
    }
    for (int side = 0; side < 2; ++side) *read.end[side].column(c) = notes.end[side] ? 1 : 0;
    const bool any = asked.any(c);
    const auto all_of = [&]<class Where>(std::type_identity<Where>, MarkedRows& rows) {
      if (!std::is_same_v<Where, Center> && !std::is_same_v<Where, Face> && any) *rows.column(c) = 1;
    };
    std::size_t i = 0;
    (all_of(std::type_identity<typename Nodes::location>{}, read.argument[i++]), ...);
  }
  return read;
}

}  // namespace stencil
