// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/algorithm/registers.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/register_rows.hpp>
#include <stencil/expression/column_value.hpp>

/// Marches along columns whose rows lie in the registers of several lanes.
namespace stencil::column_functions {

/// Numbers of one column. The lane calls the user's functions.
template <class Lane>
struct NumbersOf : OneColumn {
  template <class F, class... X>
  STENCIL_FUNCTION static constexpr auto call(const F& function, X&... x) {
    return Lane::call(function, x...);
  }
};

template <int Rows>
struct HeldRows {
  template <class T>
  struct Of {
    using type = RowValues<T, 0, Rows>;
  };
};

/// The number of a value of a lane in its row i; a number itself.
template <class X>
STENCIL_FUNCTION constexpr X number_in(const X& number, int) {
  return number;
}
template <class Lane, class Where, class T>
STENCIL_FUNCTION constexpr T number_in(const ColumnValue<Lane, Where, T>& value, int i) {
  if constexpr (std::is_same_v<Where, Surface>) {
    return value.rows.value;
  } else {
    return value.rows[i];
  }
}

/// The rows of a march's values. The first result overwrites value number `Replaced`.
template <int Replaced, class Results, class... Values>
struct MarchRows {
  static constexpr bool in_place = false;
};
template <int Replaced, class First, class... Rest, class... Values>
  requires(Replaced >= 0)
struct MarchRows<Replaced, NodeArguments<First, Rest...>, Values...> {
  using Replacing =
      std::remove_cvref_t<decltype(argument_at<Replaced>(std::declval<const NodeArguments<Values...>&>()))>;
  static constexpr bool in_place = std::is_same_v<First, number_of<Replacing>> && !std::is_same_v<First, Replacing> &&
                                   !std::is_same_v<typename Replacing::location, Surface>;
};

/// Copies values to the rows beyond the ends of a ring, which repeat those of the other end. Every lane of a team calls
/// this.
template <class Lane, class T>
STENCIL_FUNCTION void around_ring(const Lane&, SameInAllRows<T>&) {}
template <class Lane, class T>
STENCIL_FUNCTION void around_ring(const Lane& lane, RowValues<T, 0, Lane::held>& rows) {
  const auto own = rows;
  unrolled<Lane::held>([&](int i) {
    const int row = row_in_ring(lane.first_row + i, lane.columns.levels);
    const auto held_there = lane.exchange->from_lane(own, row / Lane::held - lane.number);
    unrolled<Lane::held>([&](int j) {
      if (j == row % Lane::held) rows[i] = held_there[j];
    });
  });
}

/// What is left at the end of a march in turns, in the lane that had the last one; a user's function of the state is
/// called there alone.
template <bool Upward, class Last, class Lane, class At, class Step, class State>
STENCIL_FUNCTION Last end_of_turns(const Lane& lane, const At& at, const Step& step, const State& state, int turns) {
  if constexpr (ends_once<Step>) {
    Last last{};
    if (lane.works && lane.number == (Upward ? turns - 1 : 0)) last = step.end(at, state);
    return last;
  } else {
    return step.end(at, state);
  }
}

/// What a march gave, as values of a lane. last: what is left of the state, in lane number `holder` of the column.
template <class Where, class Types, class Lane, class Rows, class Last>
STENCIL_FUNCTION auto marched_in_lanes(const Lane& lane, Rows& rows, const Last& last, int holder) {
  each_index([&](auto index) { take_from_above(lane, argument_at<index.value>(rows)); },
             static_cast<const typename Types::row*>(nullptr));
  const auto in_rows = [&](const auto& own) {
    using T = std::remove_cvref_t<decltype(own[0])>;
    return ColumnValue<Lane, Where, T>{own, lane};
  };
  const auto per_column = [&](const auto& own) {
    using T = std::remove_cvref_t<decltype(own)>;
    return ColumnValue<Lane, Surface, T>{{lane.exchange->from_lane(own, holder - lane.number)}, lane};
  };
  return Marched{each_result(in_rows, rows), each_result(per_column, last)};
}

/// Whether a state is so large that rows are handed to one lane, which keeps it, rather than the state from lane to
/// lane.
template <class State>
inline constexpr bool stays_in_a_lane = sizeof(State) > 512;

/// The lane with a column's lowest rows goes along all of it; the others hand it the numbers of their rows, and it
/// hands back what a row gives. Every lane of a team calls this. Lanes without a whole column are left out as in
/// march_in_turns.
template <class Where, bool Upward, class Lane, class Step, class Start, class... Values>
STENCIL_FUNCTION auto march_in_one_lane(const Lane& lane, const Step& step, const Start& start,
                                        const Values&... values) {
  using Types = MarchTypes<Step, Start, Values...>;
  using Row = typename Types::row;
  constexpr int held = Lane::template rows_held<Where>;
  constexpr NumbersOf<Lane> at{};
  const bool goes = lane.works && lane.number == 0;
  const int end = lane.template rows_of_column<Where>(), lanes = lane.template lanes<Where>();
  auto state = step.begin(number_in(start, 0));
  typename EachType<HeldRows<held>::template Of, Row>::type rows{};
  for (int turn = 0; turn < lanes; ++turn) {
    const int now = Upward ? turn : lanes - 1 - turn, first_row = now * Lane::held;
    unrolled<held>([&](int i) {
      const int row = Upward ? i : held - 1 - i;
      const auto numbers = lane.exchange->from_lane(make_arguments(number_in(values, row)...), now - lane.number);
      const bool is_there = first_row + row < end && (row < Lane::held || first_row + Lane::held >= lane.levels());
      Row all{};
      if (goes && is_there) all = numbers.apply([&](const auto&... x) { return step.row(at, state, x...); });
      if constexpr (!std::is_same_v<Row, NoValues>) {
        const Row handed = lane.exchange->from_lane(all, -lane.number);
        if (lane.number == now && is_there)
          each_index([&](auto index) { argument_at<index.value>(rows)[row] = argument_at<index.value>(handed); },
                     static_cast<const Row*>(nullptr));
      }
    });
  }
  typename Types::last last{};
  if (goes) last = step.end(at, state);
  return marched_in_lanes<Where, Types>(lane, rows, last, 0);
}

/// Lanes take turns: each goes through its own rows and hands the state to the next. Every lane of a team calls this.
/// Those that a team has left beside its whole columns hold a part of a column, whose state would not be that of any
/// column: a user's loops need not end there, nor indices stay inside arrays. They have no turn. Their results, and
/// those of rows past an end, are zeros, because the user's functions of later lines are called with them.
template <class Where, bool Upward, class Lane, class Step, class Start, class... Values>
STENCIL_FUNCTION auto march_in_turns(const Lane& lane, const Step& step, const Start& start, const Values&... values) {
  using Types = MarchTypes<Step, Start, Values...>;
  constexpr int held = Lane::template rows_held<Where>;
  constexpr NumbersOf<Lane> at{};
  const int end = lane.template rows_of_column<Where>();
  const int turns = lane.template lanes<Where>();
  auto state = step.begin(number_in(start, 0));
  typename EachType<HeldRows<held>::template Of, typename Types::row>::type rows{};
  // One value in the registers of another: the turns are a loop, in which the compiler would keep both.
  constexpr int replaced = Step::replaces;
  constexpr bool in_place = MarchRows<replaced, typename Types::row, Values...>::in_place;
  const NodeArguments<Values...> given = make_arguments(values...);
  if constexpr (in_place) argument_at<0>(rows) = argument_at<replaced>(given).rows;
  const auto number = [&](auto which, int row) {
    if constexpr (in_place) {
      if constexpr (which.value == replaced) {
        return argument_at<0>(rows)[row];
      } else {
        return number_in(argument_at<which.value>(given), row);
      }
    } else {
      return number_in(argument_at<which.value>(given), row);
    }
  };
  const auto carry_out_row = [&]<int... I>(int row, std::integer_sequence<int, I...>) {
    return step.row(at, state, number(std::integral_constant<int, I>{}, row)...);
  };
  for (int turn = 0; turn < turns; ++turn) {
    const int now = Upward ? turn : turns - 1 - turn;
    if (turn > 0) {
      const auto handed = lane.exchange->from(state, Upward ? -1 : 1);
      if (lane.number == now) state = handed;
    }
    if (lane.works && lane.number == now) {
      unrolled<held>([&](int i) {
        const int row = Upward ? i : held - 1 - i;
        if (lane.first_row + row < end && (row < Lane::held || lane.is_highest())) {
          const auto all = carry_out_row(row, std::make_integer_sequence<int, static_cast<int>(sizeof...(Values))>{});
          each_index([&](auto index) { argument_at<index.value>(rows)[row] = argument_at<index.value>(all); },
                     static_cast<const typename Types::row*>(nullptr));
        }
      });
    }
  }
  const auto last = end_of_turns<Upward, typename Types::last>(lane, at, step, state, turns);
  return marched_in_lanes<Where, Types>(lane, rows, last, Upward ? turns - 1 : 0);
}

}  // namespace stencil::column_functions
