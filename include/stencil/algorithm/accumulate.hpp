// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/expression/order.hpp>
#include <stencil/nodes/column_accumulation.hpp>

/// Accumulations along columns by a team, in three steps with a barrier between: the rows of some columns are evaluated
/// into a tile, the columns are scanned in it, the results are written. Columns longer than a tile are done in pieces,
/// and the state is passed on. No barrier is needed between pieces, because a member puts its next rows where results
/// lie that it has written itself. Every row of a piece is read before any is written.
namespace stencil::detail::accumulating {

/// The rows and columns that a team holds at a time, and where they are in its arena [bytes].
struct Piece {
  int rows;     ///< a multiple of detail::folding::chunk unless it is all of a column
  int columns;  ///< of a team
  std::size_t states;
  std::size_t inputs;  ///< the same place as the states where values are states
  std::size_t carried;
  std::size_t bytes;

  /// Rows of a tile from column to column: odd, so that a row of neighbouring columns lies in different banks.
  STENCIL_FUNCTION constexpr int pitch() const { return rows | 1; }
};

template <class Node>
inline constexpr bool in_place = std::is_same_v<typename Node::row_type, typename Node::state>;

template <class Node>
constexpr Piece piece_of(int rows, int columns) {
  const auto rounded = [](std::size_t bytes) { return (bytes + 15) / 16 * 16; };
  Piece piece{rows, columns, 0, 0, 0, 0};
  const auto slots = static_cast<std::size_t>(piece.pitch()) * static_cast<std::size_t>(columns);
  const std::size_t states = rounded(slots * sizeof(typename Node::state));
  piece.inputs = in_place<Node> ? 0 : states;
  piece.carried = in_place<Node> ? states : states + rounded(slots * sizeof(typename Node::row_type));
  piece.bytes = piece.carried + rounded(static_cast<std::size_t>(columns) * sizeof(typename Node::state));
  return piece;
}

/// One member of a team scans a whole column.
struct ByMember {
  /// f(column, how) for the columns that are the member's.
  template <class Team, class F>
  STENCIL_FUNCTION static void each_column(const Team& team, int columns, int, const F& f) {
    for (int column = team.rank(); column < columns; column += team.size()) f(column, ByMember{});
  }
  static constexpr bool works = true;
  static constexpr bool leads = true;

  template <class Fold, class State, class Row>
  STENCIL_FUNCTION State scan(const Fold& fold, State before, int count, int lacking, const Row* rows,
                              State* states) const {
    const auto op = [&](const auto& a, const auto& b) { return static_cast<State>(fold.op(a, b)); };
    const auto write = [&](int p, const State& state) { states[p] = state; };
    if constexpr (Fold::in_order) {
      return detail::folding::scan_in_order(before, count, op, [&](int p) -> const Row& { return rows[p]; }, write);
    } else {
      return detail::folding::scan(
          before, count, lacking, op, [&](int p) -> const State& { return states[p]; }, write, write);
    }
  }
};

/// The columns [first, first + count) that one team computes.
struct Columns {
  std::ptrdiff_t first;
  int count;
};

/// f(column, position) for the positions [0, rows) of a piece that are the member's. Neighbouring members take
/// neighbouring rows or, where those are neighbours in memory, neighbouring columns.
template <class Team, class F>
STENCIL_FUNCTION void each_position(const Team& team, int columns, int rows, int line, const F& f) {
  const int lines = team.size() / line;  // members that do not fill a line are idle
  const int near = team.rank() % line;
  const int far = team.rank() / line;
  if (far >= lines) return;
  if constexpr (Team::across_columns) {
    for (int column = near; column < columns; column += line) {
      for (int p = far; p < rows; p += lines) f(column, p);
    }
  } else {
    for (int column = far; column < columns; column += lines) {
      for (int p = near; p < rows; p += line) f(column, p);
    }
  }
}

/// The accumulation of one output in the columns of a range. `Scan` says which members of the team scan a column.
template <class Plan, class Scan, class Output, class Team>
STENCIL_FUNCTION void accumulate_block(const Output& output, const Team& team, const EvaluatedColumns& columns,
                                       Columns range, const Piece& piece) {
  using Node = typename Output::expression_type;
  using Fold = typename Node::fold_type;
  using State = typename Node::state;
  using Row = typename Node::row_type;
  using Source = typename Node::source;
  using To = typename Output::location;
  constexpr int shift = Node::template shift<To>;
  const Node& node = output.expression;
  const int count = Node::template rows_taken<To>(columns.levels);
  State* states = reinterpret_cast<State*>(team.arena() + piece.states);
  Row* rows = reinterpret_cast<Row*>(team.arena() + piece.inputs);
  State* carried = reinterpret_cast<State*>(team.arena() + piece.carried);
  const auto cursor = [&](auto location, int column, int row) {
    return RowCursor<Plan, decltype(location), 0, ColumnEnds::bounded>{columns, range.first + column, row, team.arena(),
                                                                       0};
  };
  const auto start = [&](int column) { return static_cast<State>(node.init.value(cursor(Surface{}, column, 0))); };
  const auto write = [&](int column, int position, const State& state) {
    const auto at = cursor(To{}, column, Fold::row(position, rows_at<To>(columns.levels)));
    output.store(at, at.template cast<typename Output::value_type>(node.fold.finish(state)));
  };
  const int wide = Team::across_columns ? range.count : count < piece.rows ? count : piece.rows;
  const int line = wide < team.size() ? wide : team.size();

  // Pieces of columns that are not held whole end where chunks do.
  const int lacking = Fold::in_order ? 0 : Fold::lacking(rows_at<Source>(columns.levels));
  for (int first = 0, after = piece.rows < count ? piece.rows - lacking : count; first < count;
       first = after, after += piece.rows) {
    const int held = stencil::min(count, after) - first;
    each_position(team, range.count, held, line, [&](int column, int p) {
      const auto at = cursor(Source{}, column, Fold::row(first + p, rows_at<Source>(columns.levels)));
      rows[column * piece.pitch() + p] = static_cast<Row>(node.arg.value(at));
    });
    team.barrier();
    const int lacks = first == 0 ? lacking : 0;
    Scan::each_column(team, range.count, held + detail::folding::lane_lacks(lacks), [&](int column, const auto& how) {
      State before{};
      if (how.works) before = first == 0 ? start(column) : carried[column];
      const std::ptrdiff_t tile = static_cast<std::ptrdiff_t>(column) * piece.pitch();
      const State reached = how.scan(node.fold, before, held, lacks, rows + tile, states + tile);
      if (how.leads) carried[column] = reached;
    });
    team.barrier();
    each_position(team, range.count, held, line, [&](int column, int p) {
      if (shift == 1 && first + p == 0) write(column, 0, start(column));
      write(column, first + p + shift, states[column * piece.pitch() + p]);
    });
  }
}

}  // namespace stencil::detail::accumulating
