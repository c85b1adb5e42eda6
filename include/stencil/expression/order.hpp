// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/expression/values.hpp>

/// The one grouping in which every team applies an associative operation along a column, so that all give the same
/// bits. Rows are taken in chunks of `lanes` times `rows_of_lane`, which begin at multiples of that number in both
/// directions. A lane joins its rows one after the other; the lanes before it are joined in pairs of distance 1, 2, 4,
/// ... (Hillis and Steele 1986); then
///
///   value at a row = (what came before the chunk + the lanes before) + the rows of the lane up to this one
///
/// and the value at the last row of a chunk comes before the next. A reduction is the value at the last row.
///
/// Positions count the rows of a column from 0 in the direction of the operation.
namespace stencil::detail::folding {

inline constexpr int rows_of_lane = 4;
inline constexpr int lanes = 32;
inline constexpr int heights = 5;  ///< of a binary tree over the lanes
inline constexpr int chunk = rows_of_lane * lanes;

/// Of the positions that the first chunk lacks, those that its first lane with rows lacks. (Fold::lacking has the
/// former.)
STENCIL_FUNCTION constexpr int lane_lacks(int lacking) { return lacking % rows_of_lane; }

/// What the positions of one chunk give, without what came before it.
template <class State>
struct OfChunk {
  State joined;  ///< lanes before the last one
  State last;    ///< the rows of the last lane
  bool joins;    ///< there are lanes before it

  /// The value at the last position of the chunk.
  template <class Op>
  STENCIL_FUNCTION constexpr State after(const State& before, const Op& op) const {
    return op(joins ? State{op(before, joined)} : before, last);
  }
};

/// The first position of a chunk, which is negative where the first lane with rows lacks some, and the one after its
/// last.
struct ChunkRange {
  int first, end;
};
STENCIL_FUNCTION constexpr ChunkRange range_of_chunk(int number, int count, int lacking) {
  const int after = (number + 1) * chunk - lacking;
  return {number == 0 ? -lane_lacks(lacking) : after - chunk, stencil::min(count, after)};
}
STENCIL_FUNCTION constexpr int chunks_of(int count, int lacking) { return (count + lacking + chunk - 1) / chunk; }

/// Joins the positions of a chunk in sequence. `read(p)` gives a state.
template <class State, class Op, class Read>
STENCIL_FUNCTION constexpr OfChunk<State> of_chunk(ChunkRange range, const Op& op, const Read& read) {
  const int earlier = (range.end - range.first - 1) / rows_of_lane;  // lanes before the last one
  int padded = 1;
  while (padded < earlier) padded *= 2;
  // The lanes before the last, joined as in the leaves of a binary tree whose first ones are missing: a node waits for
  // its right neighbour. Loops have lengths that the compiler knows, so that what waits can stay in registers.
  State waiting[heights] = {};
  unsigned here = 0;
  State joined{};
  for (int lane = 0;; ++lane) {
    const int row = range.first + lane * rows_of_lane;
    State rows = read(stencil::max(row, 0));
    if (row >= 0 && row + rows_of_lane <= range.end) {
      for (int i = 1; i < rows_of_lane; ++i) rows = op(rows, read(row + i));
    } else {
      const int last = stencil::min(range.end, row + rows_of_lane);
      for (int p = stencil::max(row, 0) + 1; p < last; ++p) rows = op(rows, read(p));
    }
    if (lane == earlier) return {joined, rows, earlier > 0};
    joined = rows;
    const int leaf = lane + padded - earlier;
    bool climbs = true;
    for (int height = 0; height < heights; ++height) {
      if (!climbs) continue;
      if ((leaf >> height & 1) == 0) {
        waiting[height] = joined;
        here |= 1U << height;
        climbs = false;
      } else if ((here >> height & 1U) != 0) {
        joined = op(waiting[height], joined);
        here &= ~(1U << height);
      }
    }
  }
}

/// The value at the last of `count` positions: one thread, the positions in sequence. `read(p)` gives a state.
template <class State, class Op, class Read>
STENCIL_FUNCTION constexpr State total(State before, int count, int lacking, const Op& op, const Read& read) {
  const int chunks = chunks_of(count, lacking);
  for (int c = 0; c < chunks; ++c)
    before = of_chunk<State>(range_of_chunk(c, count, lacking), op, read).after(before, op);
  return before;
}

/// Calls emit(p, value) at each of `count` positions; returns the last value. `write(p, state)` keeps a state that
/// read(p) gives back later.
template <class State, class Op, class Read, class Write, class Emit>
STENCIL_FUNCTION constexpr State scan(State before, int count, int lacking, const Op& op, const Read& read,
                                      const Write& write, const Emit& emit) {
  for (int first = -lane_lacks(lacking), after = chunk - lacking; first < count; first = after, after += chunk) {
    const int end = stencil::min(count, after);
    const int used = (end - first + rows_of_lane - 1) / rows_of_lane;
    const int partial = first < 0 ? 1 : 0;  // lanes that begin before position 0
    // Lanes whose loops have a length that the compiler knows. None for states of several numbers: g++ 12 with AVX-512
    // makes vectors of the lanes of such loops that read the rows in a wrong order.
    const int whole = std::is_class_v<State> ? 0 : (end - first) / rows_of_lane;
    State joined[lanes] = {};
    const auto join = [&](int lane, int row, int rows) {
      State here = read(row);
      for (int p = row + 1; p < row + rows; ++p) {
        here = op(here, read(p));
        write(p, here);
      }
      joined[lane] = here;
    };
    // f(lane, its first position, its number of positions).
    const auto each_lane = [&](const auto& f) {
      if (partial == 1) f(0, 0, stencil::min(rows_of_lane + first, end));
      for (int lane = partial; lane < whole; ++lane) f(lane, first + lane * rows_of_lane, rows_of_lane);
      for (int lane = stencil::max(partial, whole); lane < used; ++lane) {
        const int row = first + lane * rows_of_lane;
        f(lane, row, stencil::min(rows_of_lane, end - row));
      }
    };
    each_lane(join);
    for (int distance = 1; distance < used; distance *= 2) {
      for (int lane = used - 1; lane >= distance; --lane) joined[lane] = op(joined[lane - distance], joined[lane]);
    }
    State value = before;
    each_lane([&](int lane, int row, int rows) {
      const State earlier = lane == 0 ? before : op(before, joined[lane - 1]);
      for (int p = row; p < row + rows; ++p) {
        value = op(earlier, read(p));
        emit(p, value);
      }
    });
    before = value;
  }
  return before;
}

/// The same for an operation that takes the rows one after the other.
template <class State, class Op, class Read, class Emit>
STENCIL_FUNCTION constexpr State scan_in_order(State before, int count, const Op& op, const Read& read,
                                               const Emit& emit) {
  for (int p = 0; p < count; ++p) {
    before = op(before, read(p));
    emit(p, before);
  }
  return before;
}

}  // namespace stencil::detail::folding
