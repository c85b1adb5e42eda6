// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>

/// Checks of the step that a march is given.
namespace stencil::column_functions {

/// Whether the first parameter of a call operator is an object of its own, no reference.
template <class Member>
inline constexpr bool takes_a_copy = false;
template <class F, class Result, class First, class... Rest>
inline constexpr bool takes_a_copy<Result (F::*)(First, Rest...) const> = !std::is_reference_v<First>;
template <class F, class Result, class First, class... Rest>
inline constexpr bool takes_a_copy<Result (F::*)(First, Rest...) const noexcept> = !std::is_reference_v<First>;

/// Whether a call operator has parameters of these types, which its templates deduce.
template <class Step, class Result, class... Parameters>
concept HasParameters = requires { static_cast<Result (Step::*)(Parameters...) const>(&Step::operator()); };

/// Whether a step has a copy of the state, so that what it does to it is lost. Seen of steps with all parameters of
/// type auto, or none, or some and the values as objects or constant references. A step that does not take an rvalue
/// has a reference; only others are looked at, so that no function of the user's is instantiated with types that it
/// would not be called with.
template <class Step, class State, class... X>
constexpr bool copies_the_state() {
  if constexpr (!std::is_invocable_v<const Step&, State&&, const X&...>) {
    return false;
  } else if constexpr (requires { &Step::operator(); }) {
    return takes_a_copy<decltype(&Step::operator())>;
  } else if constexpr (requires { &Step::template operator()<State, X...>; }) {
    return takes_a_copy<decltype(&Step::template operator()<State, X...>)>;
  } else {
    using Result = std::invoke_result_t<const Step&, State&&, const X&...>;
    return HasParameters<Step, Result, State, X...> || HasParameters<Step, Result, State, const X&...>;
  }
}
/// A compile-time error for such a step.
template <class Step, class State, class... X>
STENCIL_FUNCTION constexpr void require_state_by_reference() {
  static_assert(!copies_the_state<Step, State, X...>(),
                "stencil: the step of this march changes a copy of the state, which is lost; let it take the state by "
                "reference, [](auto& state, auto x) { ... }");
}

}  // namespace stencil::column_functions
