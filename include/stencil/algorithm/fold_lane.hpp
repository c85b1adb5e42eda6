// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/lanes.hpp>
#include <stencil/algorithm/registers.hpp>
#include <stencil/nodes/column_accumulation.hpp>
#include <stencil/nodes/column_reduction.hpp>

/// Reductions and accumulations with registers for tiles: a group of lanes takes a column, a chunk of the order of
/// operations at a time. Each lane evaluates its rows as register columns do; then the lanes join them.
namespace stencil::detail::registers {

/// A lane whose rows may begin at any row, also below the column, as they do when counted from the top. Alone: only its
/// own rows are needed and it reads no others, because a lane that is a chunk ahead or behind may be writing them.
template <class Exchange, bool Alone>
struct FoldLane : AssignmentLane<detail::folding::rows_of_lane, ColumnEnds::bounded, Exchange> {
  using Base = AssignmentLane<detail::folding::rows_of_lane, ColumnEnds::bounded, Exchange>;
  using Base::Base;

  template <class Location>
  STENCIL_FUNCTION int clamped_row(int i) const {
    return this->first_row + i < 0 ? 0 : Base::template clamped_row<Location>(i);
  }
  template <class Location>
  STENCIL_FUNCTION int memory_row(int i) const {
    return clamped_row<Location>(Alone && i >= detail::folding::rows_of_lane ? detail::folding::rows_of_lane - 1 : i);
  }
  STENCIL_FUNCTION bool is_row(int i, int row) const { return this->first_row + i == row; }
  template <class Location>
  STENCIL_FUNCTION bool is_row_from_top(int i, int row) const {
    return this->first_row + i == rows_at<Location>(this->columns.levels) - 1 - row;
  }
  template <class Strides>
  STENCIL_FUNCTION bool reads_straight(const Strides& strides) const {
    return this->first_row >= 0 && Base::reads_straight(strides);
  }
};

/// Whether lanes can fold a node, a ColumnReduction or a ColumnAccumulation: `folds` in columns of one chunk at most,
/// `folds_any` in columns of any length, because a row reads no other rows.
template <class Node>
inline constexpr bool folds = !Node::fold_type::in_order && fits<decltype(Node::arg)>;
template <class Node>
inline constexpr bool folds_any = folds<Node> && plan::Reach<decltype(Node::arg)>::halves == 0;

/// Positions that the first chunk of a column lacks.
template <class Node>
constexpr int lacking_at(int levels) {
  return Node::fold_type::lacking(rows_at<typename Node::source>(levels));
}
/// Whether `count` positions of a column are in one chunk: counted from the top, the first chunk lacks some, and from
/// faces to centers the last face is not taken.
template <class Node>
constexpr bool in_one_chunk(int count, int levels) {
  return detail::folding::chunks_of(count, lacking_at<Node>(levels)) == 1;
}
/// Whether lanes take columns of which `count` positions are accumulated: rows that read others need these in lanes.
template <class Node>
constexpr bool lanes_take(int count, int levels) {
  return folds_any<Node> || in_one_chunk<Node>(count, levels);
}
/// Lanes that accumulate `count` positions of a column.
template <class Node>
constexpr int lanes_of_column(int count, int levels) {
  return detail::folding::group_width(count + detail::folding::lane_lacks(lacking_at<Node>(levels)));
}

/// The state of `node` after `count` positions of a column of `rows` rows, beginning with `before`. All lanes of the
/// group call this together. done(lane, states) is called for each chunk with the lane's rows and, from the lowest up,
/// the states there.
template <class Node, class Group, class State, class Exchange, class Done>
STENCIL_FUNCTION State fold(const Node& node, const Group& group, State before, int count, int rows,
                            const EvaluatedColumns& columns, std::ptrdiff_t column, bool last_column, bool works,
                            const Exchange& exchange, const Done& done) {
  using Fold = typename Node::fold_type;
  constexpr int held = detail::folding::rows_of_lane;
  const auto op = [&](const auto& a, const auto& b) { return static_cast<State>(node.fold.op(a, b)); };
  const int lacking = Fold::lacking(rows);
  for (int first = -detail::folding::lane_lacks(lacking), after = detail::folding::chunk - lacking; first < count;
       first = after, after += detail::folding::chunk) {
    const int here = stencil::min(count, after) - first;
    const int mine = here - group.lane * held;
    const int position = first + group.lane * held;
    // A lane without rows of this chunk evaluates those of the chunk before, or the first rows; the values are unused.
    const int looks_at = mine > 0 ? position : first > 0 ? position - detail::folding::chunk : first;
    const int row = Fold::upward ? looks_at : rows - held - looks_at;
    const FoldLane<Exchange, folds_any<Node>> lane(columns, LanePosition{column, 0, works && mine > 0, false}, row,
                                                   last_column, exchange);
    const auto values = evaluate<AllRows>(lane, node.arg, load<AllRows>(lane, node.arg));
    State states[held];
    unrolled<held>([&](int i) { states[i] = static_cast<State>(values[Fold::upward ? i : held - 1 - i]); });
    detail::folding::scan_chunk(group, before, mine, here, Fold::upward ? 0 : stencil::max(-first, 0), op, states);
    if constexpr (!Fold::upward) {
      for (int i = 0; i < held / 2; ++i) {
        const State lower = states[held - 1 - i];
        states[held - 1 - i] = states[i];
        states[i] = lower;
      }
    }
    done(lane, states);
  }
  return before;
}

/// An accumulation by a group of lanes; arguments as those of fold. `count` is what the node takes of its source.
template <class Output, class Group, class Exchange>
STENCIL_FUNCTION void accumulate(const Output& output, const Group& group, const EvaluatedColumns& columns,
                                 std::ptrdiff_t column, bool last_column, bool works, const Exchange& exchange) {
  using Node = typename Output::expression_type;
  using Fold = typename Node::fold_type;
  using State = typename Node::state;
  using To = typename Output::location;
  using T = typename Output::value_type;
  constexpr int held = detail::folding::rows_of_lane;
  constexpr int shift = Node::template shift<To>;
  constexpr bool masked = !std::is_same_v<decltype(Output::mask), NoMask>;
  const Node& node = output.expression;
  const int sources = rows_at<typename Node::source>(columns.levels);
  const auto cursor = [&](auto location, int row) {
    return RowCursor<plan::StoreNothing, decltype(location), 0, ColumnEnds::bounded>{columns, column, row, nullptr, 0};
  };
  const auto finished = [&](const State& state) { return static_cast<T>(node.fold.finish(state)); };
  const auto start = static_cast<State>(node.init.value(cursor(Surface{}, 0)));
  // From a row of the source to that of its result.
  const int rise = Fold::upward ? shift : rows_at<To>(columns.levels) - sources - shift;
  fold(node, group, start, Node::template rows_taken<To>(columns.levels), sources, columns, column, last_column, works,
       exchange, [&](const auto& source, const State* states) {
         const FoldLane<Exchange, true> lane(columns, LanePosition{column, 0, source.works, false},
                                             source.first_row + rise, last_column, exchange);
         RowValues<T, 0, held + 1> rows;
         unrolled<held>([&](int i) { rows[i] = finished(states[i]); });
         rows[held] = rows[held - 1];  // which no lane writes
         if constexpr (masked) {
           const auto mask = evaluate<AllRows>(lane, output.mask, load<AllRows>(lane, output.mask));
           exchange.barrier();
           if (lane.works) store(lane, output, rows, mask);
         } else {
           exchange.barrier();
           if (lane.works) store(lane, output, rows, NotHeld{});
         }
       });
  if (shift == 1 && works && group.lane == 0) {
    const auto at = cursor(To{}, Fold::row(0, rows_at<To>(columns.levels)));
    output.store(at, finished(start));
  }
}

}  // namespace stencil::detail::registers
