// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/function.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/user_step.hpp>

/// Marches of the user's inside column functions.
namespace stencil {

namespace column_functions {

/// One value, or results of several.
template <class... Values>
STENCIL_FUNCTION constexpr auto one_or_results(const NodeArguments<Values...>& all) {
  if constexpr (sizeof...(Values) == 1) {
    return argument_at<0>(all);
  } else {
    return FunctionResults<Values...>{{all}};
  }
}

/// The shape of one number. A type of its own, since nvcc writes out an alias that does not use its parameter.
template <class>
struct OneShapeFor {
  using type = OneShape;
};
/// The shapes of results, of which there are the numbers T, when the step or the end of a march returned Shape.
template <class Shape, class T>
struct ShapesOfResults {
  using type = TogetherShape<>;
};
template <class Shape, class... T>
struct ShapesOfResults<Shape, NodeArguments<T...>> {
  using type = TogetherShape<typename OneShapeFor<T>::type...>;
};
template <class... Shapes, class... T>
struct ShapesOfResults<TogetherShape<Shapes...>, NodeArguments<T...>> {
  using type = TogetherShape<Shapes...>;
};
template <class Member, int Size, class... T>
struct ShapesOfResults<ArrayShape<Member, Size>, NodeArguments<T...>> {
  using type = TogetherShape<ArrayShape<Member, Size>>;
};
template <class Returned, class T>
using shapes_of_results = typename ShapesOfResults<typename ShapeOfResults<Returned>::type, T>::type;

/// What a march gives: the results of its rows and then those of its end, in these shapes.
template <class... OfRows, class... OfEnd, class... Values>
STENCIL_FUNCTION constexpr auto in_shapes(TogetherShape<OfRows...>, TogetherShape<OfEnd...>,
                                          const NodeArguments<Values...>& all) {
  if constexpr (is_flat<TogetherShape<OfRows..., OfEnd...>>) {
    return one_or_results(all);
  } else {
    return regrouped<OfRows..., OfEnd...>(FunctionResults<Values...>{{all}});
  }
}
template <class... A, class... B>
STENCIL_FUNCTION constexpr auto joined(const NodeArguments<A...>& a, const NodeArguments<B...>& b) {
  return a.apply([&](const auto&... first) {
    return b.apply([&](const auto&... second) { return make_arguments(first..., second...); });
  });
}
template <class... A>
STENCIL_FUNCTION constexpr auto joined(const NodeArguments<A...>& a, const NoValues&) {
  return a;
}
template <class... B>
STENCIL_FUNCTION constexpr auto joined(const NoValues&, const NodeArguments<B...>& b) {
  return b;
}

/// The state that a march of X starts from: its numbers have derivatives where the levels' have.
template <class... X, class State>
STENCIL_FUNCTION constexpr auto state_beside(const State& state) {
  if constexpr (IsColumnValue<State>) {
    using Beside = NumberBeside<typename State::value_type, typename node_of<X>::value_type...>;
    if constexpr (std::is_same_v<typename Beside::type, typename State::value_type>) {
      return state;
    } else {
      return lane_of(state).pointwise(typename Beside::Make{}, state);
    }
  } else {
    return typename NumberBeside<State, typename node_of<X>::value_type...>::type(state);
  }
}

template <class State>
STENCIL_FUNCTION constexpr bool has_levels_to_start_from() {
  if constexpr (IsOperand<State>) {
    using Where = typename node_of<State>::location;
    return std::is_same_v<Where, Center> || std::is_same_v<Where, Face>;
  } else {
    return false;
  }
}

template <class State>
inline constexpr bool is_tuple = false;
template <class... Members>
inline constexpr bool is_tuple<std::tuple<Members...>> = true;

template <class Direction, class State, class Step, class... X>
STENCIL_FUNCTION constexpr bool can_march() {
  constexpr bool in_order = IsDirection<Direction> && !IsOperand<Step> && !IsLiteral<Step> && sizeof...(X) > 0;
  static_assert(in_order,
                "stencil: a march takes a direction, the state to start from, a step and the values of a level: "
                "march(from_top, 0.0, [](auto& state, auto x) { ... }, x)");
  constexpr bool ends_in_place = !(is_at_end<X> || ...);
  static_assert(ends_in_place,
                "stencil: at_end(f) stands between the step of a march and its values: march(from_top, state, step, "
                "at_end(f), x); march_state takes none, as it gives the state itself");
  constexpr bool inside = (IsColumnValue<X> || ...);
  static_assert(
      inside || !in_order || !ends_in_place,
      "stencil: a march goes along the values of a column function; call it inside one, made by "
      "columnwise(f), and of heights and level_index alone with one of its values, heights(Face{}) + 0.0 * x");
  constexpr bool starts_once = !has_levels_to_start_from<State>();
  static_assert(starts_once || !inside,
                "stencil: a march starts from a number, a struct or one value per column, not from values at levels; "
                "take that of one level, at_level(x, -1), or a sum");
  constexpr bool starts_from_a_tuple = is_tuple<State>;
  static_assert(!starts_from_a_tuple || !inside,
                "stencil: the state of a march is a number, a plain struct or a std::array of numbers, and no "
                "std::tuple: write struct State { double mass, flux; }; and start from State{0.0, 1.0}, or, with "
                "values per column in it, from make<State>(x, 0.0)");
  constexpr bool starts_from_numbers = !is_group<State> && !starts_from_a_tuple;
  static_assert(starts_from_numbers || starts_from_a_tuple || !inside,
                "stencil: a march starts from a struct of numbers; one that has numbers of values per column is made "
                "by make<State<double>>(x, y), and an array of numbers is a std::array");
  return in_order && ends_in_place && inside && starts_once && starts_from_numbers;
}

/// A march of the user's, inside a column function, with what End says after the last level.
template <class Direction, class State, class Step, class End, class... X>
STENCIL_FUNCTION constexpr auto marched_by_user(Direction way, const State& state, const Step& step, const End& end,
                                                const X&... x) {
  if constexpr ((is_group<X> || ...)) {
    const StepOfGroups<Step, shape_of<X>...> of_singles{step};
    return taken_apart([&](const auto&... singles) { return marched_by_user(way, state, of_singles, end, singles...); },
                       x...);
  } else if constexpr (can_march<Direction, State, Step, X...>()) {
    const auto start = state_beside<X...>(state);
    const auto all = marched(way, UserStep<Step, End>{step, end}, start, as_node(x)...);
    using Start = number_of<std::remove_const_t<decltype(start)>>;
    using Level = std::remove_cvref_t<decltype(step(std::declval<Start&>(),
                                                    std::declval<const typename node_of<X>::value_type&>()...))>;
    using Last = typename ReturnedAtEnd<End, Start>::type;
    return in_shapes(shapes_of_results<Level, std::remove_const_t<decltype(all.rows)>>{},
                     shapes_of_results<Last, std::remove_const_t<decltype(all.last)>>{}, joined(all.rows, all.last));
  }
}

}  // namespace column_functions

/// Goes along each column once, one level after the other, in a direction, from_bottom or from_top, inside a column
/// function. step(state, x...) gets the state by reference and the numbers of the level, with loops and branches as it
/// likes, and returns the level's result, or results(...) of several, or a struct whose members they are: `auto [flux,
/// rate] = march(from_top, State{}, step, x, y)`. With one result march is that value of the column. The state is a
/// number, an array or a struct of any size without pointers, or a value per column; x...: values at centers or at
/// faces, values per column beside them, and arrays and structs of them, of which the step gets such of numbers.
template <class Direction, class State, class Step, class... X>
STENCIL_FUNCTION constexpr auto march(Direction way, const State& state, const Step& step, const X&... x) {
  return column_functions::marched_by_user(way, state, step, column_functions::NothingAtEnd{}, x...);
}

/// The same march, with at_end(f) between the step and the values: after the last level f(state) is called once, with
/// the state of that column, which it may change as it likes, and what f returns are values per column: `auto [flux,
/// most] = march(from_top, State{}, step, at_end([](auto& s) { return s.most / s.count; }), x)`. f returns a number,
/// or results(...) of several, or a struct of numbers; march gives the results of the levels first, then those of f. If
/// the step returns nothing there are those of f alone.
template <class Direction, class State, class Step, class F, class... X>
STENCIL_FUNCTION constexpr auto march(Direction way, const State& state, const Step& step,
                                      const column_functions::AtEnd<F>& end, const X&... x) {
  return column_functions::marched_by_user(way, state, step, end, x...);
}

/// The state after the last level of the same march as values per column: of a number or a Vec one value, of a struct
/// its members in order, `auto [mass, count] = march_state(...)`. What the step returns is not kept.
template <class Direction, class State, class Step, class... X>
STENCIL_FUNCTION constexpr auto march_state(Direction way, const State& state, const Step& step, const X&... x) {
  return column_functions::marched_by_user(way, state, step, column_functions::StateAtEnd{}, x...);
}

}  // namespace stencil
