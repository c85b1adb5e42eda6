// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

namespace stencil {

/// A compile-time error for a field or an expression that is converted to a number, as in std::sqrt(a), a lambda of
/// numbers, or `double x = a`.
template <class T>
constexpr T no_number() {
  static_assert(!std::is_same_v<T, double>,
                "stencil: a field or an expression has a value at every position and is no number; write sqrt(a) "
                "without std::, a function of yours as pointwise(f)(a), and one value as field(level, column)");
  static_assert(!std::is_same_v<T, bool>,
                "stencil: a condition of fields differs from place to place; choose with where(condition, x, y), not "
                "with if or ?:, take min and max without std::, or write under a mask, policy().where(condition)");
  return T{};
}

/// A compile-time error for an assignment to an expression, as in at_level(a, 0) = 1 of a const field.
template <class T>
constexpr void no_destination() {
  static_assert(
      std::is_same_v<T, void>,
      "stencil: an expression is no destination, nor is a part of a const field; assign to a field that is not "
      "const, or to at_level(field, 0) or component<I>(field) of one; at a level per column write field = "
      "where(level_index(Center{}) == k, x, field)");
}

#define STENCIL_IS_NO_DESTINATION                                                                  \
  template <class Value>                                                                           \
  constexpr void operator=(const Value&) const { /* NOLINT(misc-unconventional-assign-operator) */ \
    ::stencil::no_destination<Value>();                                                            \
  }

// A template, so that every overload for fields is preferred and the assertion fails only where it is used.
#define STENCIL_IS_NO_NUMBER                                                                           \
  template <class Number>                                                                              \
    requires std::is_same_v<Number, double>                                                            \
  constexpr operator Number() const { /* NOLINT(google-explicit-constructor): meant for conversions */ \
    return ::stencil::no_number<Number>();                                                             \
  }                                                                                                    \
  template <class Truth>                                                                               \
    requires std::is_same_v<Truth, bool>                                                               \
  explicit constexpr operator Truth() const {                                                          \
    return ::stencil::no_number<Truth>();                                                              \
  }

}  // namespace stencil
