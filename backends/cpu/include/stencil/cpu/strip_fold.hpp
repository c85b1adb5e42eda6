// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/column/order.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/cpu/strip_cursor.hpp>

/// Reductions and running values along strips that hold all rows of their columns.
namespace stencil::cpu {

/// A number of one column, or those of W columns.
template <int W, class T>
auto numbers_at(const stored<T>* row, int offset) {
  if constexpr (W > 1) {
    return load<W>(row + offset);
  } else {
    return static_cast<T>(row[offset]);
  }
}
template <int W, class X>
auto numbers_at_start(const X& start, int offset) {
  if constexpr (column_functions::IsColumnValue<X>) {
    return numbers_at<W, typename X::value_type>(start.rows.row(0), offset);
  } else if constexpr (W > 1) {
    return lanes_of<X, W>(start);
  } else {
    return start;
  }
}

/// The states of a fold of `count` positions, in the grouping of column/order.hpp whose first chunk lacks its first
/// `missing` positions. emit(p, state) at each; returns the last.
template <class State, class Op, class Read, class Emit>
State scan_from_within(State before, int count, int missing, const Op& op, const Read& read, const Emit& emit) {
  using namespace folding;
  State own[chunk];
  State joined[lanes];
  for (int first = -missing; first < count; first += chunk) {
    const int end = least(count, first + chunk), begin = first < 0 ? 0 : first;
    const int left_out = (begin - first) / rows_of_lane, used = (end - first + rows_of_lane - 1) / rows_of_lane;
    const auto begin_of = [&](int lane) { return lane == left_out ? begin : first + lane * rows_of_lane; };
    const auto end_of = [&](int lane) { return least(end, first + (lane + 1) * rows_of_lane); };
    for (int lane = left_out; lane < used; ++lane) {
      State here = read(begin_of(lane));
      own[begin_of(lane) - first] = here;
      for (int p = begin_of(lane) + 1; p < end_of(lane); ++p) {
        here = op(here, read(p));
        own[p - first] = here;
      }
      joined[lane] = here;
    }
    for (int distance = 1; left_out + distance < used; distance *= 2) {
      for (int lane = used - 1; lane >= left_out + distance; --lane)
        joined[lane] = op(joined[lane - distance], joined[lane]);
    }
    State value = before;
    for (int lane = left_out; lane < used; ++lane) {
      const State earlier = lane == left_out ? before : op(before, joined[lane - 1]);
      for (int p = begin_of(lane); p < end_of(lane); ++p) {
        value = op(earlier, own[p - first]);
        emit(p, value);
      }
    }
    before = value;
  }
  return before;
}

/// W columns from `offset` on.
template <bool Upward, int W, class Strips, class Step, class Start, class Rows, class Last, class Source>
void fold_along(const Strips& strips, int offset, const Step& step, const Start& start, Rows& rows, Last& last,
                const Source& source) {
  using At = std::conditional_t<(W > 1), WideValues<W>, column_functions::OneColumn>;
  using State = typename Step::State;
  const At at{};
  const auto begin = at.template cast<State>(step.begin(numbers_at_start<W>(start, offset)));
  using States = std::remove_const_t<decltype(begin)>;
  const auto write = [&](auto* to, const auto& value) {
    if constexpr (W > 1) {
      put(to, 1, value, 0, W);
    } else {
      *to = to_stored(value);
    }
  };
  const int count = strips.rows;
  const auto row = [&](int p) { return Upward ? p : count - 1 - p; };
  const auto read = [&](int p) -> States {
    return step.lifted(at, numbers_at<W, typename Source::value_type>(source.row(row(p)), offset));
  };
  const auto op = [&](const States& a, const States& b) -> States { return step.joined(at, a, b); };
  States reached;
  if constexpr (!Step::running && Upward) {
    reached = folding::total(begin, count, op, read);
  } else {
    // Groups begin at multiples of their size from the lowest row.
    const int missing = Upward ? 0 : (folding::chunk - count % folding::chunk) % folding::chunk;
    States earlier = begin;
    reached = scan_from_within(begin, count, missing, op, read, [&](int p, const States& state) {
      if constexpr (Step::running) {
        write(argument<0>(rows).row(row(p)) + offset, step.given(at, Step::before ? earlier : state));
        earlier = state;
      }
    });
  }
  write(argument<0>(last).row(0) + offset, step.given(at, reached));
}

}  // namespace stencil::cpu
