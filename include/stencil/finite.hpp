// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <stencil/config.hpp>

namespace stencil {

/// The bits of a number without its sign, those of an infinity, and the type of both.
template <class T>
struct NumberBits {
  using word = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  static constexpr word infinity = sizeof(T) == 8 ? word(0x7ff0000000000000) : word(0x7f800000);
  static constexpr word magnitude = sizeof(T) == 8 ? word(0x7fffffffffffffff) : word(0x7fffffff);
  STENCIL_FUNCTION static constexpr word of(T x) { return __builtin_bit_cast(word, x) & magnitude; }
};
template <class T>
inline constexpr bool has_number_bits = std::is_same_v<T, float> || std::is_same_v<T, double>;

namespace detail {
template <class T>
constexpr T infinity_of() {
  if constexpr (has_number_bits<T>) {
    return __builtin_bit_cast(T, NumberBits<T>::infinity);
  } else {
    return std::numeric_limits<T>::infinity();
  }
}
template <class T>
constexpr T nan_of() {
  if constexpr (has_number_bits<T>) {
    constexpr auto quiet = NumberBits<T>::infinity | NumberBits<T>::infinity >> 1;
    return __builtin_bit_cast(T, quiet);
  } else {
    return std::numeric_limits<T>::quiet_NaN();
  }
}
/// An infinity and a NaN, made of their bits: with -ffast-math clang warns of those of std::numeric_limits, and takes
/// it that no function returns one.
template <class T>
inline constexpr T infinite = infinity_of<T>();
template <class T>
inline constexpr T not_a_number = nan_of<T>();
}  // namespace detail

/// Whether a value is a NaN; for a vector, which of its values are. By comparisons, which compilers take for vectors
/// too, unless options like -ffast-math let them assume that there is none.
template <class T>
STENCIL_FUNCTION constexpr auto is_nan(const T& x) {
  if constexpr (STENCIL_ONLY_BITS_TELL && has_number_bits<T>) {
    return NumberBits<T>::of(x) > NumberBits<T>::infinity;
  } else {
    return x != x;
  }
}
/// Whether a number is neither a NaN nor infinite.
template <class T>
STENCIL_FUNCTION constexpr bool is_finite(T x) {
  if constexpr (STENCIL_ONLY_BITS_TELL && has_number_bits<T>) {
    return NumberBits<T>::of(x) < NumberBits<T>::infinity;
  } else {
    constexpr T most = std::numeric_limits<T>::max();
    return x <= most && x >= std::numeric_limits<T>::lowest();
  }
}

}  // namespace stencil
