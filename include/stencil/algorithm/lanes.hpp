// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/expression/order.hpp>

namespace stencil::detail::folding {

/// One chunk of the grouping of order.hpp by a group of lanes that work at the same time; all of them call this
/// together. `group` has `lane`, `width` (a power of two, 32 where there is more than a chunk), `below(value,
/// distance)`, the value of the lane so far below, and `of(value, lane)`. `rows` has the states of the lane's positions
/// before, and the values there afterwards. `mine` is where they end: rows_of_lane, less in the last lane of a column,
/// zero or negative in lanes beyond it. The first lane lacks `lacks` rows before its own. `before`, what came before
/// the chunk, becomes the value at the chunk's last position; `count` is the number of its positions and of those
/// lacking.
template <class Group, class State, class Op>
STENCIL_FUNCTION void scan_chunk(const Group& group, State& before, int mine, int count, int lacks, const Op& op,
                                 State* rows) {
  const int begin = lacks > 0 && group.lane == 0 ? lacks : 0;
  State joined = before;  // lanes without rows compute an unused value
  for (int i = 0; i < rows_of_lane; ++i) {
    if (i < begin || i >= mine) continue;
    joined = i == begin ? rows[i] : op(joined, rows[i]);
    rows[i] = joined;
  }
  for (int distance = 1; distance < group.width; distance *= 2) {
    const State lower = group.below(joined, distance);
    if (group.lane >= distance) joined = op(lower, joined);
  }
  const State lower = group.below(joined, 1);
  const State earlier = group.lane == 0 ? before : op(before, lower);
  State value = before;
  for (int i = 0; i < rows_of_lane; ++i) {
    if (i >= begin && i < mine) rows[i] = value = op(earlier, rows[i]);
  }
  before = group.of(value, (count - 1) / rows_of_lane);
}

/// All `count` positions of a column. Each lane calls emit(p, value) at its positions; all return the last value.
/// read(p) is called once for each position, by the lane that emits there, before it emits.
template <class Group, class State, class Op, class Read, class Emit>
STENCIL_FUNCTION State scan_in_lanes(const Group& group, State before, int count, int lacking, const Op& op,
                                     const Read& read, const Emit& emit) {
  for (int first = -lane_lacks(lacking), after = chunk - lacking; first < count; first = after, after += chunk) {
    const int end = stencil::min(count, after);
    const int row = first + group.lane * rows_of_lane;
    const auto is_there = [&](int p) { return p >= 0 && p < end; };
    State rows[rows_of_lane];
    for (int i = 0; i < rows_of_lane; ++i) {
      if (is_there(row + i)) rows[i] = read(row + i);
    }
    scan_chunk(group, before, end - row, end - first, stencil::max(-first, 0), op, rows);
    for (int i = 0; i < rows_of_lane; ++i) {
      if (is_there(row + i)) emit(row + i, rows[i]);
    }
  }
  return before;
}

/// The width of a group for columns of `count` positions, those that the first lane lacks among them: as many lanes as
/// have rows, rounded up to a power of two from 4 to `lanes`.
STENCIL_FUNCTION constexpr int group_width(int count) {
  int width = 4;
  while (width < lanes && width * rows_of_lane < count) width *= 2;
  return width;
}

}  // namespace stencil::detail::folding
