// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/column/search.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/matrix/differentiate.hpp>

/// Derivatives of at_level and of column reductions. These depend on levels far away, so there is a derivative along a
/// direction (jvp) but no band matrix.
namespace stencil::detail::differentiation {

template <class V>
inline constexpr bool carries_slope = has_duals<V>;
template <class V>
inline constexpr bool carries_slope<detail::folding::Found<V>> = carries_slope<V>;
template <class... V>
inline constexpr bool carries_slope<NodeArguments<V...>> = (carries_slope<V> || ...);

/// The state of an operation along a column with its derivative.
template <class State>
struct WithSlope {
  static constexpr bool possible = carries_slope<State> || (std::is_floating_point_v<scalar_of<State>> &&
                                                            (std::is_arithmetic_v<State> || is_vec<State>));
  using type = std::conditional_t<carries_slope<State>, State, Dual<State, State>>;
  STENCIL_FUNCTION static constexpr type of(const State& state) { return {state, State{}}; }
};
template <class V>
struct WithSlope<detail::folding::Found<V>> {
  static constexpr bool possible = WithSlope<V>::possible;
  using type = detail::folding::Found<typename WithSlope<V>::type>;
  STENCIL_FUNCTION static constexpr type of(const detail::folding::Found<V>& state) {
    return {state.found, WithSlope<V>::of(state.value)};
  }
};

template <class Seed>
inline constexpr bool is_direction = false;
template <class Field, class Direction>
inline constexpr bool is_direction<DirectionSeed<Field, Direction>> = true;

template <class Seed>
STENCIL_FUNCTION constexpr bool along_a_direction() {
  static_assert(is_direction<Seed>,
                "stencil: a value per column, by at_level or a reduction such as column_sum, depends on levels far "
                "away, so its Jacobian is no band; use jvp, or assign the value to a SurfaceField and differentiate "
                "what is around it");
  return is_direction<Seed>;
}

template <class Needed, class Seed, class E>
STENCIL_FUNCTION constexpr auto rewritten(const Seed& seed, const AtLevelNode<E>& node) {
  const auto arg = rewritten<plan::AllRows>(seed, node.arg);
  using Arg = std::remove_const_t<decltype(arg)>;
  if constexpr (!carries_slope<typename Arg::value_type>) {
    return node;
  } else if constexpr (along_a_direction<Seed>()) {
    return AtLevelNode<Arg>{arg, node.level};
  }
}

/// The starting state of a differentiated reduction. It has its derivative if it depends on the field; else it is
/// converted when it is read.
template <class State, class Init>
STENCIL_FUNCTION constexpr const Init& starting(const Init& init) {
  return init;
}
template <class State>
STENCIL_FUNCTION constexpr auto starting(const ScalarNode<State>& init) {
  return ScalarNode<typename WithSlope<State>::type>{WithSlope<State>::of(init.number)};
}

template <class State, class Op, class Finish, class Direction, bool InOrder, class Arg, class Init>
constexpr auto reduction_of(const detail::folding::Fold<State, Op, Finish, Direction, InOrder>& fold, const Arg& arg,
                            const Init& init, const char* name) {
  using Slopes = WithSlope<State>;
  static_assert(Slopes::possible,
                "stencil: the state of a column operation that is differentiated is a float, a double or a Vec of "
                "them; write the operation with one of these, or assign it to a SurfaceField and differentiate what is "
                "around it");
  if constexpr (Slopes::possible) {
    using Result = detail::folding::Fold<typename Slopes::type, Op, Finish, Direction, InOrder>;
    const auto start = starting<State>(init);
    return ColumnReduction<Result, Arg, std::remove_const_t<decltype(start)>>{arg, start, Result{fold.op, fold.finish},
                                                                              name};
  }
}
template <class Needed, class Seed, class Fold, class E, class Init>
STENCIL_FUNCTION constexpr auto rewritten(const Seed& seed, const ColumnReduction<Fold, E, Init>& node) {
  const auto arg = rewritten<plan::AllRows>(seed, node.arg);
  const auto init = rewritten<plan::AllRows>(seed, node.init);
  using Arg = std::remove_const_t<decltype(arg)>;
  using Start = std::remove_const_t<decltype(init)>;
  if constexpr (!carries_slope<typename Arg::value_type> && !carries_slope<typename Start::value_type>) {
    return node;
  } else if constexpr (along_a_direction<Seed>()) {
    return reduction_of(node.fold, arg, init, node.name);
  }
}

}  // namespace stencil::detail::differentiation
