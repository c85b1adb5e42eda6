// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/function.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/members.hpp>
#include <stencil/columnwise/step_of_march.hpp>

/// The step that a march of the user's is given, and what comes after its last level.
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
                  "struct of at most thirty-two numbers; of another state march gives what is wanted of it: "
                  "march(from_top, state, step, at_end(f), x)");
    if constexpr (has_members<State>()) return members_of(s);
  }
}

/// What a function of the user's returned, as numbers: itself, or its members.
template <class R>
STENCIL_FUNCTION constexpr auto numbers_returned(const R& result) {
  if constexpr (is_one_value<R>) {
    return make_arguments(result);
  } else if constexpr (IsOperand<R>) {
    static_assert(!IsOperand<R>,
                  "stencil: the step of a march computes with the numbers of one level; what it needs of other values "
                  "it gets as arguments, one for each value after the step: "
                  "march(from_top, 0.0, [](auto& state, auto x, auto y) { ... }, x, y)");
  } else {
    static_assert(has_members<R>(),
                  "stencil: the step of a march returns a number, a Vec, a plain struct of at most thirty-two numbers, "
                  "or results(...) of several, and so does the function of at_end");
    if constexpr (has_members<R>()) return members_of(result);
  }
}
template <class... Nodes>
STENCIL_FUNCTION constexpr auto numbers_returned(const FunctionResults<Nodes...>& all) {
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

/// Nothing after the last level: the results of a march are those of its levels.
struct NothingAtEnd {};
/// The state after the last level: the only results.
struct StateAtEnd {};
/// f(state) after the last level. Made by at_end(f).
template <class F>
struct AtEnd {
  F function;
};
template <class X>
inline constexpr bool is_at_end = false;
template <class F>
inline constexpr bool is_at_end<AtEnd<F>> = true;

/// What is returned after the last level; void of nothing.
template <class End, class State>
struct ReturnedAtEnd {
  using type = void;
};
template <class F, class State>
  requires std::is_invocable_v<const F&, State&>
struct ReturnedAtEnd<AtEnd<F>, State> {
  using type = std::remove_cvref_t<decltype(std::declval<const F&>()(std::declval<State&>()))>;
};

/// The user's step, and what is done after the last level.
template <class F, class End>
struct UserStep {
  F step;
  End at_end;

  static constexpr const char* name = "march";
  static constexpr bool is_of_user = true;
  static constexpr int replaces = -1;
  /// Whether end(at, state) is called for the state after the last level alone.
  static constexpr bool ends_once = is_at_end<End>;
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
                  "[](auto& state, auto x, auto y) { ... }; the call operator of a struct is const");
    require_state_by_reference<F, State, X...>();
    constexpr bool returns = !std::is_void_v<decltype(step(state, x...))>;
    static_assert(returns || !std::is_same_v<End, NothingAtEnd>,
                  "stencil: the step of this march returns nothing; return the level's result, or take the last "
                  "state with march_state");
    if constexpr (returns && !std::is_same_v<End, StateAtEnd>) {
      return numbers_returned(at.call(step, state, x...));
    } else {
      static_cast<void>(at.call(step, state, x...));
      return NoValues{};
    }
  }
  template <class At, class State>
  STENCIL_FUNCTION constexpr auto end([[maybe_unused]] const At& at, const State& state) const {
    if constexpr (is_at_end<End>) {
      using Returned = typename ReturnedAtEnd<End, State>::type;
      constexpr bool callable = std::is_invocable_v<decltype((at_end.function)), State&>;
      static_assert(callable,
                    "stencil: the function of at_end is called with the state after the last level of a column: "
                    "at_end([](auto& state) { return state; })");
      static_assert(!callable || !std::is_void_v<Returned>,
                    "stencil: the function of at_end returns nothing; return a number of the column, or results(...) "
                    "of several");
      if constexpr (!std::is_void_v<Returned>) {
        State own = state;
        return numbers_returned(at.call(at_end.function, own));
      }
    } else if constexpr (std::is_same_v<End, StateAtEnd>) {
      return numbers_in_state(state);
    } else {
      return NoValues{};
    }
  }
};

}  // namespace column_functions

/// What a march gives per column: march(from_top, state, step, at_end(f), x...) calls f(state) after the last level of
/// each column. f takes the state by reference or a copy of it.
template <class F>
STENCIL_FUNCTION constexpr auto at_end(const F& f) {
  constexpr bool is_function = !IsOperand<F> && !IsLiteral<F> && std::is_class_v<F>;
  static_assert(is_function,
                "stencil: at_end takes a function of the state: at_end([](auto& state) { return state; })");
  if constexpr (is_function) return column_functions::AtEnd<F>{f};
}

}  // namespace stencil
