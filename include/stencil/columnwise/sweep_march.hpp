// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/register_march.hpp>
#include <stencil/columnwise/sweep_cursor.hpp>
#include <stencil/columnwise/sweep_totals.hpp>
#include <stencil/columnwise/trace.hpp>

/// Marches and reductions of a thread that goes along a whole column. Lane: a SweepLane. Each is carried out in one
/// pass, that in which its values are right. What a march gives at its rows waits in memory for the passes that come
/// later.
namespace stencil::column_functions {

/// Reserves a place for what a march gives in a pass: bytes of a cell before it.
template <class T, class Lane>
STENCIL_FUNCTION int place_in_cell(const Lane& lane, int pass) {
  const int from = lane.used_of_cell;
  lane.used_of_cell += SweepHistory::bytes_of<T>;
  if constexpr (Lane::looks) {
    if (pass < SweepNeeds::most_passes) {
      lane.look->needs.kept_by[pass] = lane.used_of_cell;
    } else {
      lane.refuse();
    }
  }
  return from;
}

/// A march in the direction in which the thread goes. all: what it gives.
template <class Where, class Types, class Lane, class All, class Step, class Start, class... Values>
STENCIL_FUNCTION void march_along(const Lane& lane, All& all, const Step& step, const Start& start,
                                  const Values&... values) {
  (lane.template note_heights<Values>(), ...);
  const int behind = largest_of(0, lane.facts_of(values).behind...), pass = lane.pass_of(start, values...);
  const auto each_row = [&](const auto& f) {
    each_index([&](auto i) { f(i, argument_at<i.value>(all.rows).rows); },
               static_cast<const typename Types::row*>(nullptr));
  };
  const auto each_last = [&](const auto& f) {
    each_index([&](auto i) { f(i, argument_at<i.value>(all.last).rows); },
               static_cast<const typename Types::last*>(nullptr));
  };
  each_row([&](auto, auto& row) { row.behind = behind, row.pass = pass; });
  each_last([&](auto, auto& last) { last.pass = pass + 1; });
  using State = typename Types::state;
  const int kept = lane.template keep<State>(1), rows = rows_at<Where>(lane.columns.levels);
  const auto each_kept = [&](const auto& f) {
    each_row([&](auto, auto& row) {
      using T = std::remove_cvref_t<decltype(row.value)>;
      f(row.value, place_in_cell<T>(lane, pass));
    });
  };
  const auto numbers = make_arguments(lane.template window<0, 0>(values, behind)...);
  const int after_first = lane.upward() ? 1 : 0;
  lane.note_away(after_first, rows - 1 + after_first, behind);
  if constexpr (!Lane::looks) {
    constexpr NumbersOf<Lane> at{};
    const int row = lane.row_of(behind), first = lane.upward() ? 0 : rows - 1;
    const bool is_here = lane.template is_here<Where>(behind);
    if (lane.pass_number == pass) {
      State state = step.begin(number_in(start, 0));
      if (Lane::is_away || row != first) lane.history.read(kept, state);
      if (is_here) {
        numbers.apply([&](const auto&... windows) {
          [[maybe_unused]] const auto here = step.row(at, state, windows.rows[0]...);
          each_row([&](auto i, auto& to) { to.value = argument_at<i.value>(here); });
          return 0;
        });
        lane.history.write(kept, state);
      }
      if (lane.comes_before(pass + 1)) {
        const auto end = step.end(at, state);
        each_last([&](auto i, auto& last) { last.value = argument_at<i.value>(end); });
      }
    }
    each_kept([&](auto& value, int place) {
      using T = std::remove_cvref_t<decltype(value)>;
      if (!is_here || lane.pass_number < pass) return;
      T& kept_row = lane.kept_rows.template at<T>(place, row, lane.column);
      if (lane.pass_number > pass) value = kept_row;
      if (lane.pass_number == pass && !lane.is_last_pass()) kept_row = value;
    });
  } else {
    each_kept([](auto&, int) {});
  }
  each_last([&](auto, auto& last) { lane.keep_for_pass(last.value, pass + 1); });
}

/// A reduction. Along: the thread goes in its direction.
template <class Where, bool Along, class Lane, class All, class Step, class Start, class... Values>
STENCIL_FUNCTION void reduce_along(const Lane& lane, All& all, const Step& step, const Start& start,
                                   const Values&... values) {
  const auto swept = swept_total<Along>(step, rows_at<Where>(lane.columns.levels));
  using Swept = std::remove_const_t<decltype(swept)>;
  if constexpr (std::is_same_v<Swept, NotHeld>) {
    lane.refuse();
  } else {
    if constexpr (requires { swept.works(); }) {
      if (!swept.works()) lane.refuse();
    }
    if constexpr (Lane::looks) lane.look->needs.reduces = true;
    march_along<Where, MarchTypes<Swept, Start, Values...>>(lane, all, swept, start, values...);
  }
}

/// Any operation along whole columns. It is refused where the thread cannot carry it out.
template <class Where, bool Upward, class Lane, class Step, class Start, class... Values>
STENCIL_FUNCTION auto sweep_march(const Lane& lane, const Step& step, const Start& start, const Values&... values) {
  using Types = MarchTypes<Step, Start, Values...>;
  auto all = march_without_rows<Where, Types>(&lane);
  lane.template note_whole_column<Step>();
  const bool along = lane.upward() == Upward;
  if constexpr (requires { Step::is_of_user; }) {
    if constexpr (Lane::looks) {
      lane.look->code.template march<Upward>();
      lane.look->needs.state += static_cast<int>(sizeof(typename Types::state));
      if (!along) lane.refuse();
    }
    if constexpr (Lane::looks || Lane::goes_upward == Upward)
      march_along<Where, Types>(lane, all, step, start, values...);
  } else {
    if constexpr (Lane::looks || Lane::goes_upward == Upward) {
      if (along) reduce_along<Where, true>(lane, all, step, start, values...);
    }
    if constexpr (Lane::looks || Lane::goes_upward != Upward) {
      if (!along) reduce_along<Where, false>(lane, all, step, start, values...);
    }
  }
  return all;
}

}  // namespace stencil::column_functions
