// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/grouped_fold.hpp>
#include <stencil/columnwise/neighbours.hpp>
#include <stencil/columnwise/results.hpp>
#include <stencil/columnwise/take_apart.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/expression/fold.hpp>
#include <stencil/expression/precision.hpp>

/// Operations that go along a whole column inside a column function, as marches: a state goes from row to row, and each
/// row gives values. Lanes that share a column carry out the steps of grouped_fold.hpp for all rows at once instead.
///
/// A lane offers `march<Where, Upward>(step, start, values...)`. A step states
///
///   begin(start)                      the state before the first row
///   row(at, state, numbers...)        changes the state by a row's numbers; gives NodeArguments<...>, the row's
///   results end(at, state)                    NodeArguments<...>, what is left at the end: values per column
///   wide<numbers...>                  whether all of this may be done for a vector of columns at once
///   replaces                          the number of the value whose memory the first result may take; -1: of none
///   ends_once                         if there: whether end may be called for the state after the last row alone
///
/// and at.cast<T>(x) converts numbers of one column or of a vector of columns. The lane gives Marched.
namespace stencil::column_functions {

/// What a march gives: values at its rows, and values per column.
template <class Rows, class Last>
struct Marched {
  Rows rows;
  Last last;
};
template <class Rows, class Last>
Marched(Rows, Last) -> Marched<Rows, Last>;

template <class Step>
inline constexpr bool ends_once = false;
template <class Step>
  requires requires { Step::ends_once; }
inline constexpr bool ends_once<Step> = Step::ends_once;

/// Conversions of numbers of one column.
struct OneColumn {
  template <class T, class V>
  STENCIL_FUNCTION static constexpr T cast(const V& v) {
    return static_cast<T>(v);
  }
  /// Calls the user's function; some lanes do so in their own way.
  template <class F, class... X>
  STENCIL_FUNCTION static constexpr auto call(const F& function, X&... x) {
    return function(x...);
  }
};

/// The number that a column function's value stands for in one column.
template <class V>
struct NumberOf {
  using type = V;
};
template <class Lane, class Where, class T>
struct NumberOf<ColumnValue<Lane, Where, T>> {
  using type = T;
};
template <class V>
using number_of = typename NumberOf<V>::type;

/// The types of a march: its state, and what its rows and its end give.
template <class Step, class Start, class... Values>
struct MarchTypes {
  using state =
      std::remove_cvref_t<decltype(std::declval<const Step&>().begin(std::declval<const number_of<Start>&>()))>;
  using row = std::remove_cvref_t<decltype(std::declval<const Step&>().row(
      OneColumn{}, std::declval<state&>(), std::declval<const number_of<Values>&>()...))>;
  using last =
      std::remove_cvref_t<decltype(std::declval<const Step&>().end(OneColumn{}, std::declval<const state&>()))>;
  static_assert(std::is_trivially_copyable_v<state>,
                "stencil: the state of a march goes from lane to lane, so it must be trivially copyable: numbers, "
                "arrays and structs of them");
};

/// f(each of what a row or an end gives), as NodeArguments; NoValues of none.
template <class F, class... T>
STENCIL_FUNCTION constexpr auto each_result(const F& f, const NodeArguments<T...>& all) {
  return all.apply([&](const auto&... x) { return make_arguments(f(x)...); });
}
template <class F>
STENCIL_FUNCTION constexpr NoValues each_result(const F&, const NoValues&) {
  return {};
}
/// f(std::integral_constant<int, I>) for the results of a row or an end.
template <class F, class... T>
STENCIL_FUNCTION constexpr void each_index(const F& f, const NodeArguments<T...>*) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (f(std::integral_constant<int, I>{}), ...);
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(T))>{});
}
template <class F>
STENCIL_FUNCTION constexpr void each_index(const F&, const NoValues*) {}
/// NodeArguments<Make<T>...> for the types of what a row or an end gives.
template <template <class> class Make, class Results>
struct EachType {
  using type = NoValues;
};
template <template <class> class Make, class... T>
struct EachType<Make, NodeArguments<T...>> {
  using type = NodeArguments<typename Make<T>::type...>;
};

/// What a march gives, as values of a lane that have no rows yet. Types: of the march.
template <class Where, class Types, class Lane>
STENCIL_FUNCTION constexpr auto march_without_rows(const Lane* lane) {
  const auto in_rows = [&]<class T>(const T&) { return ColumnValue<Lane, Where, T>{{}, lane}; };
  const auto per_column = [&]<class T>(const T&) { return ColumnValue<Lane, Surface, T>{{}, lane}; };
  return Marched{each_result(in_rows, typename Types::row{}), each_result(per_column, typename Types::last{})};
}

/// The location of a march: that of its values, of which those per column stand beside any.
template <class... Values>
struct MarchLocation {
  using type = typename CommonLocationOf<typename Values::location...>::type;
  static_assert(!std::is_void_v<type>,
                "stencil: a march takes values at centers or values at faces, not both; bring one of them over with "
                "InterpolateC2F or InterpolateF2C");
  static_assert(std::is_void_v<type> || std::is_same_v<type, Center> || std::is_same_v<type, Face>,
                "stencil: a march takes at least one value with levels, at centers or faces");
};

/// The value with all rows computed; some lanes otherwise compute a row only when it is read.
template <class Lane, class V>
STENCIL_FUNCTION constexpr auto with_rows([[maybe_unused]] const Lane& lane, const V& value) {
  if constexpr (requires { lane.settled(value); }) {
    return lane.settled(value);
  } else {
    return value;
  }
}
/// Checks the types of a march, then has the lane carry it out.
template <class Direction, class Step, class Start, class... Nodes>
STENCIL_FUNCTION constexpr auto marched(Direction, const Step& step, const Start& start, const Nodes&... nodes) {
  using Where = typename MarchLocation<Nodes...>::type;
  require_no_band_of_slopes<number_of<Start>, typename Nodes::value_type...>();
  if constexpr (std::is_same_v<Where, Center> || std::is_same_v<Where, Face>) {
    const auto& lane = lane_of(nodes...);
    constexpr bool float32 = are_float32<Nodes...>();
    return lane.template march<Where, Direction::upward>(step, start, as_value<float32>(lane, nodes)...);
  }
}

// Reductions and running values are carried out as marches. The state of the march is that of the fold.

template <class Fold>
using direction_of = std::conditional_t<Fold::upward, DirectionFromBottom, DirectionFromTop>;

/// The start of a fold in the state's type.
template <class State, class Lane, class N>
STENCIL_FUNCTION constexpr auto fold_start(const Lane& lane, const N& node) {
  if constexpr (requires { node.number; }) {
    return static_cast<State>(node.number);
  } else {
    return as_value(lane, node);
  }
}

/// A column reduction inside a column function: a value per column.
template <class Source, class Start, class Fold>
STENCIL_FUNCTION constexpr auto reduced(const Source& source, const Start& start, const Fold& fold) {
  const auto& lane = lane_of(source);
  using Lane = std::remove_cvref_t<decltype(lane)>;
  const auto step = step_of<Lane, false, false>(fold, lane.template rows_of_column<typename Source::location>());
  const auto all = marched(direction_of<Fold>{}, step, fold_start<typename Fold::state>(lane, start), source);
  return argument_at<0>(all.last);
}

/// What was reached before the cell above a face (Up) or below it, and at the last face what its condition says.
template <bool Up, class V, class Condition>
STENCIL_FUNCTION constexpr auto at_faces(const V& before, const Condition& last) {
  return NeighbourValue<Up, Center, Face, Condition>(last)(before);
}

/// A running value inside a column function.
template <class To, class Source, class Start, class Fold>
STENCIL_FUNCTION constexpr auto running(const Source& source, const Start& start, const Fold& fold) {
  using From = typename Source::location;
  const auto& lane = lane_of(source);
  using Lane = std::remove_cvref_t<decltype(lane)>;
  const auto begin = fold_start<typename Fold::state>(lane, start);
  if constexpr (std::is_same_v<To, Face> && std::is_same_v<From, Center>) {
    const auto step = step_of<Lane, true, true>(fold, lane.template rows_of_column<From>());
    const auto all = marched(direction_of<Fold>{}, step, begin, source);
    const auto last = SetValue(argument_at<0>(all.last));
    if constexpr (Fold::upward) {
      return at_faces<true>(argument_at<0>(all.rows), top(last));
    } else {
      return at_faces<false>(argument_at<0>(all.rows), bottom(last));
    }
  } else {
    const auto step = step_of<Lane, true, false>(fold, lane.template rows_of_column<From>());
    const auto all = marched(direction_of<Fold>{}, step, begin, source);
    if constexpr (std::is_same_v<To, Center> && std::is_same_v<From, Face>) {
      // The value at the face of the cell that the fold reaches first.
      return NeighbourValue<!Fold::upward, Face, Center>()(argument_at<0>(all.rows));
    } else {
      return argument_at<0>(all.rows);
    }
  }
}

}  // namespace stencil::column_functions
