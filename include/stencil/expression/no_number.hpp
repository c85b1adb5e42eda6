// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

namespace stencil {

/// Called where a field or an expression is converted to a number, as in std::sqrt(a), a lambda of numbers, or
/// `double x = a`: gives the sentence.
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
