// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/assign/fit.hpp>
#include <stencil/assign/policy.hpp>

/// Compile-time errors for calls of assign with other arguments, or with the same in another order.
namespace stencil {

template <class Backend, class Shape, class... Destinations>
struct FieldDestinations;

namespace detail::assignment {

template <class To>
inline constexpr bool is_several = false;
template <class Backend, class Shape, class... Destinations>
inline constexpr bool is_several<FieldDestinations<Backend, Shape, Destinations...>> = true;

/// Whether assign takes a destination, what is written to it, and maybe a policy.
template <class... Given>
inline constexpr bool is_assignable = false;
template <class To, class From>
inline constexpr bool is_assignable<To, From> =
    !IsPolicy<From> && (is_several<To> || (IsWritable<To> && (IsOperand<From> || IsLiteral<From>)));
template <class To, class From, class How>
inline constexpr bool is_assignable<To, From, How> = IsPolicy<How> && is_assignable<To, From>;

template <class First, class Second, class... Rest>
constexpr void refuse_order_of_assign() {
  constexpr int policies = (0 + ... + int{IsPolicy<Rest>}) + int{IsPolicy<First>} + int{IsPolicy<Second>};
  if constexpr (policies > 1) {
    static_assert(
        !std::is_same_v<First, First>,
        "stencil: assign takes one policy, which may say several things: active_levels(first, last).where(c > "
        "0.0) or policy().with(strategy).where(c > 0.0)");
  } else if constexpr (IsPolicy<First> || IsPolicy<Second>) {
    static_assert(!std::is_same_v<First, First>,
                  "stencil: the policy is the last argument of assign, after the destination and what is written to "
                  "it: assign(a, 2.0 * b, active_levels(first, last))");
  } else if constexpr (!IsWritable<First> && !is_several<First>) {
    static_assert(!std::is_same_v<First, First>,
                  "stencil: the first argument of assign is the destination, a field or a part of one, or several as "
                  "fields(a, b), the second what is written to it: assign(a, 2.0 * b)");
  } else if constexpr (!is_several<First> && !IsOperand<Second> && !IsLiteral<Second>) {
    static_cast<void>(is_expression<Second>());
  } else if constexpr (!is_several<First> && IsWritable<Second>) {
    static_assert(!std::is_same_v<First, First>,
                  "stencil: assign takes one destination, or several as fields(a, b): assign(fields(a, b), f(x), "
                  "policy); a mask is given by a policy, assign(a, b, policy().where(c > 0.0))");
  } else {
    static_assert(!std::is_same_v<First, First>,
                  "stencil: what follows the destination and what is written to it is a policy: assign(a, 2.0 * b, "
                  "policy().where(c > 0.0))");
  }
}

}  // namespace detail::assignment

template <class First, class Second, class... Rest>
  requires(sizeof...(Rest) > 0 || !IsPolicy<Second>) && (!detail::assignment::is_assignable<First, Second, Rest...>)
void assign(const First&, const Second&, const Rest&...) {
  detail::assignment::refuse_order_of_assign<First, Second, Rest...>();
}
template <class... Given>
  requires(sizeof...(Given) < 2 || (sizeof...(Given) == 2 && (IsPolicy<Given> || ...)))
void assign(const Given&...) {
  constexpr bool enough = sizeof...(Given) > 2;
  static_assert(enough,
                "stencil: assign takes a destination, what is written to it, and maybe a policy: assign(a, 2.0 * b) or "
                "assign(a, 2.0 * b, policy().where(c > 0.0))");
}

}  // namespace stencil
