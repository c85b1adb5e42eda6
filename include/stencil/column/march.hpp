// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>
#include <utility>

#include <stencil/column/search.hpp>
#include <stencil/columnwise/function.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/members.hpp>
#include <stencil/columnwise/step_of_march.hpp>

/// Marches of the user's inside column functions.
namespace stencil {

namespace column_functions {

/// The numbers of a state: itself, or its members.
template <class State>
STENCIL_FUNCTION constexpr auto numbers_in_state(const State& s) {
  if constexpr (is_one_value<State>) {
    return make_arguments(s);
  } else {
    static_assert(has_members<State>(),
                  "stencil: march_state gives the numbers of a state that is a number, a Vec, a std::array or a plain "
                  "struct of at most thirty-two numbers; let march return the others as results of a level");
    if constexpr (has_members<State>()) return members_of(s);
  }
}

/// What the user's step gave for a level, as numbers: itself, or its members.
template <class R>
STENCIL_FUNCTION constexpr auto numbers_of_level(const R& result) {
  if constexpr (is_one_value<R>) {
    return make_arguments(result);
  } else {
    static_assert(has_members<R>(),
                  "stencil: the step of a march returns a number, a Vec, a plain struct of at most thirty-two numbers, "
                  "or results(...) of several");
    if constexpr (has_members<R>()) return members_of(result);
  }
}
template <class... Nodes>
STENCIL_FUNCTION constexpr auto numbers_of_level(const ColumnResults<Nodes...>& all) {
  return as_results(all).values.apply([](const auto&... nodes) { return make_arguments(nodes.number...); });
}

/// A step that takes arrays and structs of numbers as one of their numbers. Shapes: of its values.
template <class F, class... Shapes>
struct StepOfGroups {
  F step;

  template <class State, class... Numbers>
    requires(takes_groups<F, decltype(in_shape<TogetherShape<Shapes...>>(std::declval<const Numbers&>()...)), State&>)
  STENCIL_FUNCTION constexpr auto operator()(State& state, const Numbers&... numbers) const {
    const auto groups = in_shape<TogetherShape<Shapes...>>(numbers...);
    return groups.values.apply([&](const auto&... x) {
      require_state_by_reference<F, State, std::remove_cvref_t<decltype(x)>...>();
      return step(state, x...);
    });
  }
};

/// The user's step. Rows: what it returns is kept; else the last state.
template <class F, bool Rows>
struct UserStep {
  F step;

  static constexpr const char* name = "march";
  static constexpr bool is_of_user = true;
  static constexpr int replaces = -1;
  template <class...>
  static constexpr bool wide = false;

  template <class X>
  STENCIL_FUNCTION constexpr X begin(const X& start) const {
    return start;
  }
  template <class At, class State, class... X>
  STENCIL_FUNCTION constexpr auto row(const At& at, State& state, const X&... x) const {
    static_assert(std::is_invocable_v<const F&, State&, const X&...>,
                  "stencil: the step of a march is called with the state, by reference, and the numbers of a level: "
                  "[](auto& state, auto x, auto y) { ... }");
    require_state_by_reference<F, State, X...>();
    if constexpr (!Rows) {
      static_cast<void>(at.call(step, state, x...));
      return NoValues{};
    } else {
      static_assert(!std::is_void_v<decltype(step(state, x...))>,
                    "stencil: the step of this march returns nothing; return the level's result, or take the last "
                    "state with march_state");
      return numbers_of_level(at.call(step, state, x...));
    }
  }
  template <class At, class State>
  STENCIL_FUNCTION constexpr auto end(const At&, const State& state) const {
    if constexpr (Rows) {
      return NoValues{};
    } else {
      return numbers_in_state(state);
    }
  }
};

/// One value, or results of several.
template <class... Values>
STENCIL_FUNCTION constexpr auto one_or_results(const Arguments<Values...>& all) {
  if constexpr (sizeof...(Values) == 1) {
    return argument<0>(all);
  } else {
    return ColumnResults<Values...>{{all}};
  }
}

/// The same in the shape of what the step returns.
template <class... Shapes, class... Values>
STENCIL_FUNCTION constexpr auto in_shape_of_level(TogetherShape<Shapes...>, const Arguments<Values...>& all) {
  if constexpr (is_flat<TogetherShape<Shapes...>>) {
    return one_or_results(all);
  } else {
    return regrouped<Shapes...>(ColumnResults<Values...>{{all}});
  }
}
template <class Member, int Size, class... Values>
STENCIL_FUNCTION constexpr auto in_shape_of_level(ArrayShape<Member, Size>, const Arguments<Values...>& all) {
  return regrouped<ArrayShape<Member, Size>>(ColumnResults<Values...>{{all}});
}
template <class Other, class... Values>
STENCIL_FUNCTION constexpr auto in_shape_of_level(Other, const Arguments<Values...>& all) {
  return one_or_results(all);
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
  if constexpr (Operand<State>) {
    using Where = typename node_of<State>::location;
    return std::is_same_v<Where, Center> || std::is_same_v<Where, Face>;
  } else {
    return false;
  }
}

template <class Direction, class State, class Step, class... X>
STENCIL_FUNCTION constexpr bool can_march() {
  constexpr bool in_order = IsDirection<Direction> && !Operand<Step> && !Literal<Step> && sizeof...(X) > 0;
  static_assert(in_order,
                "stencil: a march takes a direction, the state to start from, a step and the values of a level: "
                "march(from_top, 0.0, [](auto& state, auto x) { ... }, x)");
  constexpr bool inside = (IsColumnValue<X> || ...);
  static_assert(
      inside || !in_order,
      "stencil: a march goes along the values of a column function; call it inside one, made by columnwise(f)");
  constexpr bool starts_once = !has_levels_to_start_from<State>();
  static_assert(starts_once || !inside,
                "stencil: a march starts from a number, a struct or one value per column, not from values at levels; "
                "take that of one level, at_level(x, -1), or a sum");
  return in_order && inside && starts_once;
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
  if constexpr ((column_functions::is_group<X> || ...)) {
    const column_functions::StepOfGroups<Step, column_functions::shape_of<X>...> of_singles{step};
    return column_functions::taken_apart(
        [&](const auto&... singles) { return march(way, state, of_singles, singles...); }, x...);
  } else if constexpr (column_functions::can_march<Direction, State, Step, X...>()) {
    const column_functions::UserStep<Step, true> rows{step};
    const auto start = column_functions::state_beside<X...>(state);
    const auto all = column_functions::marched(way, rows, start, as_node(x)...);
    using Start = column_functions::number_of<std::remove_const_t<decltype(start)>>;
    using Level = std::remove_cvref_t<decltype(step(std::declval<Start&>(),
                                                    std::declval<const typename node_of<X>::value_type&>()...))>;
    return column_functions::in_shape_of_level(typename column_functions::ShapeOfResults<Level>::type{}, all.rows);
  }
}

/// The state after the last level of the same march as values per column: of a number or a Vec one value, of a struct
/// its members in order, `auto [mass, count] = march_state(...)`. What the step returns is not kept.
template <class Direction, class State, class Step, class... X>
STENCIL_FUNCTION constexpr auto march_state(Direction way, const State& state, const Step& step, const X&... x) {
  if constexpr ((column_functions::is_group<X> || ...)) {
    const column_functions::StepOfGroups<Step, column_functions::shape_of<X>...> of_singles{step};
    return column_functions::taken_apart(
        [&](const auto&... singles) { return march_state(way, state, of_singles, singles...); }, x...);
  } else if constexpr (column_functions::can_march<Direction, State, Step, X...>()) {
    const column_functions::UserStep<Step, false> last{step};
    const auto start = column_functions::state_beside<X...>(state);
    const auto all = column_functions::marched(way, last, start, as_node(x)...);
    return column_functions::one_or_results(all.last);
  }
}

namespace functions {
struct SameLevel {
  static constexpr const char* name = "same level";
  static constexpr int cost = 1;
  template <class A, class B>
  STENCIL_FUNCTION constexpr bool operator()(const A& row, const B& level) const {
    return row == level;
  }
};
}  // namespace functions

namespace column_functions {
/// Whether a value of type N is a level per column; a compile-time error if not.
template <class N>
STENCIL_FUNCTION constexpr bool is_level_per_column() {
  constexpr bool per_column =
      std::is_same_v<typename N::location, Surface> && std::is_integral_v<typename N::value_type>;
  static_assert(per_column,
                "stencil: the level of at_level is a whole number per column, as first_level_where gives it");
  return per_column;
}
}  // namespace column_functions

/// The value of x at a level that differs from column to column, 0 being the lowest: at_level(x,
/// first_level_where(condition, from_bottom)), inside a column function. Where the column has no such level,
/// `otherwise` in every component, a NaN unless given; of integers zero unless given. On a periodic grid faces are
/// levels 0 to N-1.
template <Operand X, column_functions::IsColumnValue Level>
STENCIL_FUNCTION constexpr auto at_level(const X& x, const Level& which,
                                         double otherwise = std::numeric_limits<double>::quiet_NaN()) {
  static_cast<void>(column_functions::is_level_per_column<Level>());
  const auto& lane = column_functions::lane_of(which);
  if constexpr (requires { lane.at_level_of_column(x, which, otherwise); }) {
    return lane.at_level_of_column(x, which, otherwise);
  } else if constexpr (requires { typename std::remove_cvref_t<decltype(lane)>::level_number; }) {
    return folding::value_at_level(lane, as_node(x), which, otherwise);
  } else {
    const auto is_it = broadcasted(functions::User<functions::SameLevel>{}, RowNumber<typename X::location>{}, which);
    return first_value_where(is_it, x, from_bottom, every_component<typename node_of<X>::value_type>(otherwise));
  }
}
/// The same with one value per column where the column has no such level.
template <Operand X, column_functions::IsColumnValue Level, column_functions::IsColumnValue Value>
STENCIL_FUNCTION constexpr auto at_level(const X& x, const Level& which, const Value& otherwise) {
  static_assert(std::is_same_v<typename Value::location, Surface>,
                "stencil: at_level gives a number or one value per column where the column has no such level");
  const auto is_it =
      broadcasted(functions::User<functions::SameLevel>{}, RowNumber<typename node_of<X>::location>{}, which);
  return where(first_level_where(is_it, from_bottom) != int{no_level}, at_level(x, which, 0.0), otherwise);
}

namespace functions {
/// at_level as a column function of the value and its level, and of what is given otherwise.
struct AtLevelOfColumn {
  static constexpr const char* name = "at_level";
  template <class X, class Level, class... Otherwise>
  STENCIL_FUNCTION constexpr auto operator()(const X& x, const Level& which, const Otherwise&... otherwise) const {
    return results(at_level(x, which, otherwise...));
  }
};
}  // namespace functions

/// The same of expressions, the level a SurfaceField or an expression of whole numbers: a column function, which an
/// assignment carries out.
template <Operand X, Operand Level, class Otherwise = double>
  requires(!column_functions::IsColumnValue<Level> && !column_functions::IsColumnValue<X> &&
           (Operand<Otherwise> || Literal<Otherwise>))
STENCIL_FUNCTION constexpr auto at_level(X&& x, Level&& which,
                                         Otherwise&& otherwise = std::numeric_limits<double>::quiet_NaN()) {
  refuse_temporaries<X, Level, Otherwise>();
  if constexpr (column_functions::is_level_per_column<node_of<Level>>())
    return columnwise(functions::AtLevelOfColumn{})(x, which, otherwise);
}

}  // namespace stencil
