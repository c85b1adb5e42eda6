// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>

#include <stencil/location.hpp>
#include <stencil/vec.hpp>

/// What a field is filled with: a value, or a function of height, of height and column, or of column.
namespace stencil::detail::filling {

template <class F>
struct FirstParameter {
  using type = void;
};
template <class R, class First, class... Rest>
struct FirstParameter<R (*)(First, Rest...)> {
  using type = std::remove_cvref_t<First>;
};
template <class R, class First, class... Rest>
struct FirstParameter<R (*)(First, Rest...) noexcept> : FirstParameter<R (*)(First, Rest...)> {};
#define STENCIL_MEMBER_FUNCTION(qualifiers)                    \
  template <class C, class R, class First, class... Rest>      \
  struct FirstParameter<R (C::*)(First, Rest...) qualifiers> { \
    using type = std::remove_cvref_t<First>;                   \
  };
STENCIL_MEMBER_FUNCTION()
STENCIL_MEMBER_FUNCTION(const)
STENCIL_MEMBER_FUNCTION(noexcept)
STENCIL_MEMBER_FUNCTION(const noexcept)
#undef STENCIL_MEMBER_FUNCTION

/// Whether the first parameter of a function is an integer; false where it cannot be told, as in a generic lambda.
template <class F>
constexpr bool first_parameter_is_integer() {
  if constexpr (requires { &F::operator(); }) {
    return std::is_integral_v<typename FirstParameter<decltype(&F::operator())>::type>;
  } else {
    return std::is_integral_v<typename FirstParameter<std::decay_t<F>>::type>;
  }
}

/// Whether F is one value for all positions. A lambda without captures converts to bool, by way of a pointer to a
/// function.
template <class F, class T>
inline constexpr bool is_value =
    std::is_convertible_v<F, T> && !std::invocable<F, double> && !std::invocable<F, double, std::size_t>;

/// What a function gives, as a value of a field.
template <class T, class Value>
T converted(const Value& value) {
  constexpr bool fits = is_vec<T> == is_vec<Value> && std::is_constructible_v<T, const Value&>;
  static_assert(fits,
                "stencil: the function given to fill returns values such as the field's: a number for a field of "
                "numbers, and Vec<double, 2>{{1.0, 2.0}} for one of such Vecs");
  if constexpr (fits) {
    return static_cast<T>(value);
  } else {
    return {};
  }
}

/// The value at level k of a column with these heights [m].
template <class T, class Location, class F>
T value_of(const F& f, std::span<const double> z, int k, std::size_t column) {
  if constexpr (is_value<F, T>) {
    return static_cast<T>(f);
  } else if constexpr (std::is_same_v<Location, Surface>) {
    static_assert(std::invocable<F, std::size_t>,
                  "stencil: fill takes a value or, for a SurfaceField, a function of (column)");
    return converted<T>(f(column));
  } else {
    static_assert(!first_parameter_is_integer<F>(),
                  "stencil: fill gives heights [m], which an integer parameter would cut to whole metres; give the "
                  "function's first parameter the type double");
    if constexpr (std::invocable<F, double, std::size_t>) {
      return converted<T>(f(z[static_cast<std::size_t>(k)], column));
    } else {
      static_assert(std::invocable<F, double>, "stencil: fill takes a value or a function of (z) or (z, column)");
      return converted<T>(f(z[static_cast<std::size_t>(k)]));
    }
  }
}

}  // namespace stencil::detail::filling
