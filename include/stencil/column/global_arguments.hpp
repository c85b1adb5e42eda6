// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/concepts.hpp>

/// Sentences for global reductions of other arguments than theirs.
namespace stencil {

namespace detail::global {
template <class Given>
double refuse_arguments() {
  static_assert(
      !std::is_same_v<Given, Given>,
      "stencil: global_sum, global_norm, global_min and global_max take one expression with fields in it, the "
      "first two maybe a weight too: global_sum(rho, spacing(Center{})), global_max(x)");
  return 0.0;
}
}  // namespace detail::global

/// @{
/// Compile-time errors for a number in place of an expression, and for more than an expression and its weight.
template <class Backend = void, IsLiteral Number, class... Rest>
double global_sum(const Number&, const Rest&...) {
  return detail::global::refuse_arguments<Number>();
}
template <class Backend = void, IsOperand E, class Weight, class More, class... Rest>
double global_sum(const E&, const Weight&, const More&, const Rest&...) {
  return detail::global::refuse_arguments<E>();
}
template <class Backend = void, IsLiteral Number, class... Rest>
double global_norm(const Number&, const Rest&...) {
  return detail::global::refuse_arguments<Number>();
}
template <class Backend = void, IsLiteral Number, class... Rest>
double global_min(const Number&, const Rest&...) {
  return detail::global::refuse_arguments<Number>();
}
template <class Backend = void, IsOperand E, class More, class... Rest>
double global_min(const E&, const More&, const Rest&...) {
  return detail::global::refuse_arguments<E>();
}
template <class Backend = void, IsLiteral Number, class... Rest>
double global_max(const Number&, const Rest&...) {
  return detail::global::refuse_arguments<Number>();
}
template <class Backend = void, IsOperand E, class More, class... Rest>
double global_max(const E&, const More&, const Rest&...) {
  return detail::global::refuse_arguments<E>();
}
/// @}

}  // namespace stencil
