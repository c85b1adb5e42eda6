// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <utility>

#include <stencil/expression/operator.hpp>
#include <stencil/expression/values.hpp>
#include <stencil/plan/cost.hpp>

/// Which rows of its arguments an operator reads, computed from its type by evaluating its formulas, those of the ends
/// included, on probes. Rows are counted from an end inward.
namespace stencil::plan {

/// The condition of an end: the one that is given, else the operator's closure.
template <class Node, Side Where>
using condition_used =
    std::conditional_t<std::is_same_v<typename Node::template condition_type<Where>, OperatorClosure>,
                       typename Node::operator_type::closure, typename Node::template condition_type<Where>>;

/// What the formula of an end row reads of each argument.
template <class Node, Side Where, int Row>
constexpr std::array<ReadOffsets, static_cast<std::size_t>(Node::count)> end_reads() {
  using Op = typename Node::operator_type;
  using Condition = condition_used<Node, Where>;
  std::array<ReadOffsets, static_cast<std::size_t>(Node::count)> reads{};
  if constexpr (std::is_same_v<Condition, Extrapolate> && Op::extrapolate_takes_next_row) {
    const int inward = Where == Side::bottom ? 2 : -2;
    for (std::size_t i = 0; i < reads.size(); ++i) {
      const ReadOffsets& interior = Node::reads.argument[i];
      if (interior.seen != 0) reads[i] = {interior.low + inward, interior.high + inward, interior.seen};
    }
  } else if constexpr (detail::operators::has_end_formula<Op, Condition, Where, Row>()) {
    const Op op = detail::probing::some<Op>();
    const decltype(detail::operators::probed(std::declval<const Condition&>())) condition{};
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      static_cast<void>(op.at_end(condition, ProbeAccessor{&reads[I]}..., ProbeMetric{}, End<Where, Row>{}));
    }(std::make_index_sequence<static_cast<std::size_t>(Node::count)>{});
  }
  return reads;
}

/// What the formula of a column's only cell reads of each argument, for an operator that has at_both_ends.
template <class Node>
constexpr std::array<ReadOffsets, static_cast<std::size_t>(Node::count)> only_cell_reads() {
  using Op = typename Node::operator_type;
  std::array<ReadOffsets, static_cast<std::size_t>(Node::count)> reads{};
  if constexpr (Op::has_formula_at_both_ends && std::is_same_v<typename Node::location, Center>) {
    const Op op{};
    const decltype(detail::operators::probed(std::declval<const condition_used<Node, Side::bottom>&>())) below{};
    const decltype(detail::operators::probed(std::declval<const condition_used<Node, Side::top>&>())) above{};
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      static_cast<void>(op.at_both_ends(below, above, ProbeAccessor{&reads[I]}..., ProbeMetric{}));
    }(std::make_index_sequence<static_cast<std::size_t>(Node::count)>{});
  }
  return reads;
}

/// The same as constants, so that a compiler evaluates each once, and makes no code of it.
template <class Node, Side Where, int Row>
inline constexpr auto end_row_reads = end_reads<Node, Where, Row>();

inline constexpr int never_read = 1 << 20;

/// The argument's row, counted from the end, that is `halves` half levels away from the result's row `row`.
template <class Result>
constexpr int argument_row(Side side, int row, int halves) {
  if (side == Side::bottom) return row + index_shift<Result>(halves);
  const int more_rows = halves % 2 == 0 ? 0 : std::is_same_v<Result, Face> ? -1 : 1;
  return row - index_shift<Result>(halves) + more_rows;
}

/// The first row of argument I that is read by rows First, First + 1, ... of the operator, in columns of any length.
template <Side Where, int First, class Node, int I>
constexpr int first_row_read() {
  using Result = typename Node::location;
  using Op = typename Node::operator_type;
  constexpr Side other = Where == Side::bottom ? Side::top : Side::bottom;
  constexpr int end = Node::template end_rows<Where>();
  int first = never_read;
  const auto take = [&](int row, const ReadOffsets& reads) {
    if (reads.seen == 0) return;
    const int nearest = argument_row<Result>(Where, row, Where == Side::bottom ? reads.low : reads.high);
    if (nearest < first) first = nearest < 0 ? 0 : nearest;
  };
  take(stencil::max(First, end), Node::reads.argument[I]);
  [&]<int... Row>(std::integer_sequence<int, Row...>) {
    (take(First + Row, end_row_reads<Node, Where, First + Row>[I]), ...);
  }(std::make_integer_sequence<int, (First < end ? end - First : 0)>{});
  // In a short column a row may be an end row of both ends. It has the formula of the nearer end, or of the bottom.
  [&]<int... Row>(std::integer_sequence<int, Row...>) {
    [[maybe_unused]] const auto nearest = [&](int row) {
      const int yields = Where == Side::bottom ? row + 1 : row;
      const int possible = std::is_same_v<Result, Face> ? 1 - row : 0;  // a column has two faces at least
      return stencil::max(stencil::max(First, possible), yields < end ? yields : end);
    };
    (take(nearest(Row), end_row_reads<Node, other, Row>[I]), ...);
  }(std::make_integer_sequence<int, Node::template end_rows<other>()>{});
  if constexpr (First == 0) {
    take(0, only_cell_reads<Node>()[I]);
    using Condition = condition_used<Node, Where>;
    // In a column of one row there is no next one to take.
    if constexpr (end > 0 && std::is_same_v<Condition, Extrapolate> && Op::extrapolate_takes_next_row)
      take(0, Node::reads.argument[I]);
  }
  const bool replaced = I == 0 && Node::template replaces_argument<Where>;
  return replaced && first == 0 ? 1 : first;
}

/// The rows of a node that are needed: all but the first Bottom and the last Top ones.
template <int Bottom, int Top>
struct RowsNeeded {
  static constexpr int bottom = Bottom;
  static constexpr int top = Top;
};
/// The rows of its argument I that a node needs for those rows of its own.
template <class Needed, class Node, int I>
using RowsNeededOf = RowsNeeded<first_row_read<Side::bottom, Needed::bottom, Node, I>(),
                                first_row_read<Side::top, Needed::top, Node, I>()>;
using AllRows = RowsNeeded<0, 0>;

/// The same for any node.
template <class Needed, class N, int I, ChildRows Rows = N::child_rows>
struct RowsNeededByNode {
  using type = AllRows;
};
template <class Needed, class N, int I>
struct RowsNeededByNode<Needed, N, I, ChildRows::own> {
  using type = Needed;
};
template <class Needed, class N, int I>
struct RowsNeededByNode<Needed, N, I, ChildRows::neighbours> {
  using type = RowsNeededOf<Needed, N, I>;
};

/// A range of offsets in half levels.
struct Range {
  int low = 64;
  int high = -64;
  constexpr bool empty() const { return low > high; }
  constexpr void add(const ReadOffsets& r) {
    if (r.seen == 0) return;
    if (r.low < low) low = r.low;
    if (r.high > high) high = r.high;
  }
};

/// The offsets at which the formulas of a node read argument I in all rows but the first Bottom and the last Top ones.
template <class Node, int I, int Bottom = 0, int Top = 0>
constexpr Range reading_range() {
  Range range;
  range.add(Node::reads.argument[I]);
  [&]<int... Row>(std::integer_sequence<int, Row...>) {
    (range.add(Row < Bottom ? ReadOffsets{} : end_row_reads<Node, Side::bottom, Row>[I]), ...);
  }(std::make_integer_sequence<int, Node::template end_rows<Side::bottom>()>{});
  [&]<int... Row>(std::integer_sequence<int, Row...>) {
    (range.add(Row < Top ? ReadOffsets{} : end_row_reads<Node, Side::top, Row>[I]), ...);
  }(std::make_integer_sequence<int, Node::template end_rows<Side::top>()>{});
  if constexpr (Bottom == 0 && Top == 0) range.add(only_cell_reads<Node>()[I]);
  return range;
}

template <class Node, int I, int Bottom = 0, int Top = 0>
inline constexpr Range range_read = reading_range<Node, I, Bottom, Top>();

/// The rows of argument I that a node's formulas read, counted from its own; of a node without formulas its own row.
template <class Node, int I>
constexpr Range rows_read() {
  if constexpr (requires { Node::reads; }) {
    constexpr Range halves = range_read<Node, I>;
    if (halves.empty()) return {0, 0};
    using Result = typename Node::location;
    return {index_shift<Result>(halves.low), index_shift<Result>(halves.high)};
  } else {
    return {0, 0};
  }
}

/// How far from a row, in half levels, an expression reads fields.
template <class N, class Children = children_of<N>>
struct Reach;
template <class N, class... Child>
struct Reach<N, ChildList<Child...>> {
  static constexpr int halves = [] {
    if constexpr (sizeof...(Child) > 0) {
      if constexpr (N::child_rows == ChildRows::own) return largest_of(0, Reach<Child>::halves...);
    }
    return 0;  // a leaf, or a node that reads its whole column in any case
  }();
};
template <class Op, class... Nodes>
struct Reach<StencilBroadcasted<Op, Nodes...>, ChildList<Nodes...>> {
  using Node = StencilBroadcasted<Op, Nodes...>;
  static constexpr int halves = []<int... I>(std::integer_sequence<int, I...>) {
    int most = 0;
    const auto take = [&most](Range range, int deeper) {
      if (range.empty()) return;
      if (deeper - range.low > most) most = deeper - range.low;
      if (deeper + range.high > most) most = deeper + range.high;
    };
    (take(range_read<Node, I>, Reach<typename Node::template argument_type<I>>::halves), ...);
    return most;
  }(std::make_integer_sequence<int, Node::count>{});
};

/// The largest distance, in rows, at which an operator of an expression reads one of its arguments.
template <class N, class Children = children_of<N>>
struct Step;
template <class... Nodes>
struct WidestStep {
  static constexpr int below = largest_of(0, Step<Nodes>::below...);
  static constexpr int above = largest_of(0, Step<Nodes>::above...);
};
template <class N, class... Child>
struct Step<N, ChildList<Child...>> : WidestStep<Child...> {};
template <class Op, class... Nodes>
struct Step<StencilBroadcasted<Op, Nodes...>, ChildList<Nodes...>> {
  using Node = StencilBroadcasted<Op, Nodes...>;
  static constexpr Range rows = []<int... I>(std::integer_sequence<int, I...>) {
    Range widest{-WidestStep<Nodes...>::below, WidestStep<Nodes...>::above};
    const auto take = [&widest](Range range) {
      if (range.empty()) return;
      const int low = index_shift<typename Node::location>(range.low);
      const int high = index_shift<typename Node::location>(range.high);
      widest = {low < widest.low ? low : widest.low, high > widest.high ? high : widest.high};
    };
    (take(range_read<Node, I>), ...);
    return widest;
  }(std::make_integer_sequence<int, Node::count>{});
  static constexpr int below = -rows.low;
  static constexpr int above = rows.high;
};

}  // namespace stencil::plan
