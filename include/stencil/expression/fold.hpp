// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/expression/arguments.hpp>
#include <stencil/expression/broadcasted.hpp>
#include <stencil/expression/functions.hpp>
#include <stencil/expression/order.hpp>
#include <stencil/expression/start_of_fold.hpp>

/// The parts of column reductions and accumulations: an operation, a direction along the column, a starting state, and
/// a function that makes the result of a state.
namespace stencil {

/// Upward along a column.
struct DirectionFromBottom {
  static constexpr bool upward = true;  ///< it begins at the lowest level
};
/// Downward along a column.
struct DirectionFromTop {
  static constexpr bool upward = false;  ///< it begins at the highest level
};
inline constexpr DirectionFromBottom from_bottom{};  ///< the direction that begins at the lowest level
inline constexpr DirectionFromTop from_top{};        ///< the direction that begins at the highest level
/// One of the two directions.
template <class D>
concept IsDirection = std::is_same_v<D, DirectionFromBottom> || std::is_same_v<D, DirectionFromTop>;

/// The function that gives a state as the result.
struct AsIs {
  static constexpr const char* name = "as_is";
  static constexpr int cost = 0;
  template <class T>
  STENCIL_FUNCTION constexpr T operator()(const T& state) const {
    return state;
  }
};
inline constexpr AsIs as_is{};  ///< the result is the state

/// An associative operation, and the function that makes the state of one row. See associative().
template <class Op, class Lift>
struct AssociativeFold {
  Op op;      ///< joins two states
  Lift lift;  ///< makes the state of one row
};
/// Declares that op(state, state) may be applied to states of neighbouring groups of rows in any grouping. lift(x...)
/// makes the state of one row from the values there.
template <class Op, class Lift>
STENCIL_FUNCTION constexpr AssociativeFold<Op, Lift> associative(const Op& op, const Lift& lift) {
  return {op, lift};
}

/// The same where the values of rows are states themselves: op as it is.
template <class Op>
STENCIL_FUNCTION constexpr Op associative(const Op& op) {
  return op;
}

/// An operation that takes the rows in order. See sequential().
template <class Op>
struct SequentialFold {
  Op op;  ///< op(state, x...), the next state
};
/// Declares that op(state, x...), the state after one more row, must be applied to the rows of a column in order.
template <class Op>
STENCIL_FUNCTION constexpr SequentialFold<Op> sequential(const Op& op) {
  return {op};
}

namespace detail::folding {

template <class Direction>
STENCIL_FUNCTION constexpr bool goes_along() {
  static_assert(IsDirection<Direction>,
                "stencil: the arguments of column_reduce and column_accumulate are the operation, the state to start "
                "from, what is made of the state, the direction, from_bottom or from_top, and the values: "
                "column_reduce(op, 0.0, as_is, from_top, x)");
  return IsDirection<Direction>;
}

/// A function of the library itself; a user's function is wrapped, so that it is called for each element of a vector of
/// columns.
template <class F>
STENCIL_FUNCTION constexpr auto as_function(const F& f) {
  if constexpr (requires { F::cost; }) {
    return f;
  } else {
    return functions::User<F>{f};
  }
}
template <class F>
using function_of = decltype(as_function(std::declval<const F&>()));

/// Combines the several values of a row in one.
struct Gather {
  template <class... X>
  STENCIL_FUNCTION constexpr NodeArguments<X...> operator()(const X&... x) const {
    return make_arguments(x...);
  }
};
/// op(state, value...) for values that Gather has put together.
template <class Op>
struct Spread {
  Op op;
  template <class State, class Row>
  STENCIL_FUNCTION constexpr auto operator()(const State& state, const Row& row) const {
    return row.apply([&](const auto&... x) { return op(state, x...); });
  }
};

/// Whether op(state, state) can be called; a compile-time error if not.
template <class Op, class State>
STENCIL_FUNCTION constexpr bool joins_states() {
  constexpr bool joins = std::is_invocable_v<const Op&, const State&, const State&>;
  static_assert(joins,
                "stencil: an associative operation is called with two states, and gives that of both groups of rows: "
                "[](auto a, auto b) { return max(a, b); }; one of the state and the values of a level is "
                "sequential(op)");
  return joins;
}
/// Whether lift(x...) can be called; a compile-time error if not.
template <class Lift, class... X>
STENCIL_FUNCTION constexpr bool lifts_a_row() {
  constexpr bool lifts = std::is_invocable_v<const Lift&, const X&...>;
  static_assert(lifts,
                "stencil: the function that makes the state of one row is called with the values of a level, one of "
                "each expression: associative(op, [](auto x, auto y) { ... }) for two");
  return lifts;
}
/// Whether finish(state) can be called; a compile-time error if not.
template <class Finish, class State>
STENCIL_FUNCTION constexpr bool finishes() {
  constexpr bool finishes = std::is_invocable_v<const Finish&, const State&>;
  static_assert(finishes,
                "stencil: the function that makes the result of a column operation is called with the state: as_is, "
                "or [](auto state) { ... }");
  return finishes;
}

/// Whether op(state, x...) can be called; a compile-time error if not.
template <class Op, class State, class... X>
STENCIL_FUNCTION constexpr bool takes_a_row() {
  constexpr bool takes =
      std::is_invocable_v<const Op&, State, const X&...> || std::is_invocable_v<const Op&, State&, const X&...>;
  static_assert(takes,
                "stencil: the operation of sequential is called with the state and the values of a level, one of each "
                "expression: sequential([](auto state, auto x, auto y) { ... }) for two");
  return takes;
}
/// Whether op(state, x...) changes the state that it is given. No function is instantiated with a type that it would
/// not be called with.
template <class Op, class State, class... X>
constexpr bool changes_its_state() {
  if constexpr (std::is_invocable_v<const Op&, State, const X&...>) {
    return false;
  } else {
    return std::is_invocable_v<const Op&, State&, const X&...>;
  }
}

/// Whether op(state, x...) gives numbers with a fraction, which a state of integers would lose.
template <class Op, class State, class... X>
constexpr bool loses_fractions() {
  if constexpr (std::is_integral_v<State> && std::is_invocable_v<const Op&, State, const X&...>) {
    return std::is_floating_point_v<std::invoke_result_t<const Op&, State, const X&...>>;
  } else {
    return false;
  }
}

/// Whether an operation searches: once has_found(state) holds, in all elements of a vector, no row changes it.
template <class Op>
inline constexpr bool is_search = requires { typename Op::is_search; };
template <class F>
inline constexpr bool is_search<functions::User<F>> = is_search<F>;
template <class Op>
inline constexpr bool is_search<Spread<Op>> = is_search<Op>;

/// Whether an operation gives the same bits however rows are grouped, as sums do not: the larger number, or the first.
template <class Op>
inline constexpr bool same_in_any_grouping = requires { requires Op::same_in_any_grouping; };

STENCIL_FUNCTION constexpr bool has_found(int level) { return level >= 0; }
template <class Wide>
  requires requires(const Wide& w) { w.value[0]; }
STENCIL_FUNCTION constexpr bool has_found(const Wide& states) {
  bool all = true;
  for (const auto& state : states.value) all = all && has_found(state);
  return all;
}

/// An operation along a column. op(state, state), or op(state, value of a row) if InOrder, is the next state;
/// finish(state) is the result.
template <class State, class Op, class Finish, class Direction, bool InOrder>
struct Fold {
  using state = State;
  static constexpr bool in_order = InOrder;
  static constexpr bool upward = Direction::upward;
  /// The same with a state of another precision.
  template <class S>
  using with_state = Fold<S, Op, Finish, Direction, InOrder>;
  using value_type = std::remove_cvref_t<decltype(std::declval<const Finish&>()(std::declval<const State&>()))>;
  static_assert(std::is_trivially_copyable_v<State> && std::is_default_constructible_v<State>,
                "stencil: the state of a column operation is a plain value: it must be trivially copyable and have a "
                "default constructor");
  Op op;
  Finish finish;

  /// Positions that the first chunk of expression/order.hpp lacks in a column of `rows` rows: the highest chunk of a
  /// column ends above it.
  STENCIL_FUNCTION static constexpr int lacking(int rows) { return upward ? 0 : (chunk - rows % chunk) % chunk; }
  /// The row at position `p` along the direction, in a column of `rows` rows.
  STENCIL_FUNCTION static constexpr int row(int p, int rows) { return upward ? p : rows - 1 - p; }
};

/// Whether neither values nor a starting value have the derivatives of a Jacobian; a compile-time error if one has.
/// Inside a state of several numbers, such as that of a search, they would not be seen any more.
template <class Init, class... E>
STENCIL_FUNCTION constexpr bool have_no_bands() {
  if constexpr (IsOperand<Init>) column_functions::require_no_band_of_slopes<typename node_of<Init>::value_type>();
  column_functions::require_no_band_of_slopes<typename node_of<E>::value_type...>();
  return !(column_functions::has_band_of_slopes<typename node_of<E>::value_type> || ...);
}

/// f(source node, starting node, fold) for the arguments of a reduction or an accumulation.
template <class Op, class Init, class Finish, class Direction, class F, class... E>
STENCIL_FUNCTION constexpr auto with_op(const Op& op, const Init& init, const Finish& finish, Direction, const F& f,
                                        const E&... e) {
  static_assert(sizeof...(E) == 1,
                "stencil: an associative operation on several expressions needs a function that makes one state of "
                "their values: associative(op, lift); or declare it sequential(op)");
  if constexpr (!have_no_bands<Init, E...>()) {
    return 0.0;  // so that no other error follows
  } else if constexpr (sizeof...(E) == 1) {
    const auto make = [&](const auto& source) {
      using Source = std::remove_cvref_t<decltype(source)>;
      const auto start = initial<false, Source>(init);
      // A type State of the user's would be shadowed in this lambda, of which g++ 12 warns.
      using StateType = typename std::remove_const_t<decltype(start)>::value_type;
      static_assert(std::is_convertible_v<typename Source::value_type, StateType>,
                    "stencil: the values of the expression do not convert to the state; give the function that makes "
                    "the state of one row: associative(op, lift)");
      if constexpr (joins_states<Op, StateType>() && finishes<Finish, StateType>()) {
        return f(source, start,
                 Fold<StateType, function_of<Op>, function_of<Finish>, Direction, false>{as_function(op),
                                                                                         as_function(finish)});
      } else {
        return 0.0;  // so that no other error follows
      }
    };
    return make(as_node(e)...);
  }
}
template <class Op, class Lift, class Init, class Finish, class Direction, class F, class... E>
STENCIL_FUNCTION constexpr auto with_op(const AssociativeFold<Op, Lift>& op, const Init& init, const Finish& finish,
                                        Direction way, const F& f, const E&... e) {
  if constexpr (!have_no_bands<Init, E...>() || !lifts_a_row<Lift, typename node_of<E>::value_type...>()) {
    return 0.0;  // so that no other error follows
  } else {
    return with_op(op.op, init, finish, way, f,
                   broadcasted<column_functions::IsRead::once>(as_function(op.lift), as_node(e)...));
  }
}
template <class Op, class Init, class Finish, class Direction, class F, class First, class... E>
STENCIL_FUNCTION constexpr auto with_op(const SequentialFold<Op>& op, const Init& init, const Finish& finish, Direction,
                                        const F& f, const First& first, const E&... e) {
  const auto make = [&](const auto& source, const auto& step) {
    const auto start = initial<true, StateBeside<node_of<First>, node_of<E>...>>(init);
    using StateType = typename std::remove_const_t<decltype(start)>::value_type;
    constexpr bool takes =
        takes_a_row<Op, StateType, typename node_of<First>::value_type, typename node_of<E>::value_type...>();
    static_assert(
        !changes_its_state<Op, StateType, typename node_of<First>::value_type, typename node_of<E>::value_type...>(),
        "stencil: the operation of sequential returns the next state and leaves the one that it is given: "
        "sequential([](auto state, auto x) { return state + x; })");
    static_assert(
        !loses_fractions<Op, StateType, typename node_of<First>::value_type, typename node_of<E>::value_type...>(),
        "stencil: the operation of sequential starts from an integer but gives a number with a fraction, which the "
        "state would lose; start from 0.0 in place of 0");
    using Step = std::remove_cvref_t<decltype(step)>;
    if constexpr (takes && finishes<Finish, StateType>()) {
      return f(source, start, Fold<StateType, Step, function_of<Finish>, Direction, true>{step, as_function(finish)});
    } else {
      return 0.0;  // so that no other error follows
    }
  };
  if constexpr (!have_no_bands<Init, First, E...>()) {
    return 0.0;  // so that no other error follows
  } else if constexpr (sizeof...(E) == 0) {
    return make(as_node(first), as_function(op.op));
  } else {
    return make(broadcasted(functions::User<Gather>{}, as_node(first), as_node(e)...), as_function(Spread<Op>{op.op}));
  }
}

}  // namespace detail::folding

}  // namespace stencil
