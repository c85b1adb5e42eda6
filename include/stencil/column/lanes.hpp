// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/column/order.hpp>

namespace stencil::folding {

/// The grouping of order.hpp by a group of lanes that work at the same time; all of them call this together. `group`
/// has `lane`, `width` (a power of two, 32 where `count` is more than 4 times as much), `below(value, distance)`, the
/// value of the lane so far below, and `of(value, lane)`. Each lane calls emit(p, value) at its positions; all return
/// the last value. read(p) is called once for each position, by the lane that emits there, before it emits.
template <class Group, class State, class Op, class Read, class Emit>
STENCIL_FUNCTION State scan_in_lanes(const Group& group, State before, int count, const Op& op, const Read& read,
                                     const Emit& emit) {
  for (int first = 0; first < count; first += chunk) {
    const int end = least(count, first + chunk);
    const int row = first + group.lane * rows_of_lane;
    State rows[rows_of_lane];
    State joined = before;  // a lane without rows joins what nobody uses
    for (int i = 0; i < rows_of_lane; ++i) {
      if (row + i >= end) continue;
      const State here = read(row + i);
      joined = i == 0 ? here : op(joined, here);
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
      if (row + i >= end) continue;
      value = op(earlier, rows[i]);
      emit(row + i, value);
    }
    before = group.of(value, (end - first - 1) / rows_of_lane);
  }
  return before;
}

/// The width of a group for columns of so many positions: as many lanes as have rows, at least four.
STENCIL_FUNCTION constexpr int group_width(int count) {
  int width = 4;
  while (width < lanes && width * rows_of_lane < count) width *= 2;
  return width;
}

}  // namespace stencil::folding
