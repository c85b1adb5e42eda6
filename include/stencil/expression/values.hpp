// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include <stencil/vec.hpp>

/// The mathematics of formulas on plain values. All are templates, so that ::sqrt(double) and its like stay the better
/// match in programs that say `using namespace stencil`. Packs, probes and other number-like types bring their own
/// overloads, found by argument-dependent lookup.
namespace stencil {

template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr T abs(T x) {
  if constexpr (std::is_same_v<T, float>) {
    return ::fabsf(x);
  } else if constexpr (std::is_same_v<T, double>) {
    return ::fabs(x);
  } else {
    return x < T{} ? static_cast<T>(-x) : x;
  }
}

#define STENCIL_VALUE_FUNCTION(name)                                \
  template <class T>                                                \
    requires(std::is_same_v<T, float> || std::is_same_v<T, double>) \
  STENCIL_FUNCTION inline T name(T x) {                             \
    if constexpr (std::is_same_v<T, float>) {                       \
      return ::name##f(x);                                          \
    } else {                                                        \
      return ::name(x);                                             \
    }                                                               \
  }
STENCIL_VALUE_FUNCTION(sqrt)
STENCIL_VALUE_FUNCTION(exp)
STENCIL_VALUE_FUNCTION(log)
STENCIL_VALUE_FUNCTION(sin)
STENCIL_VALUE_FUNCTION(cos)
STENCIL_VALUE_FUNCTION(tanh)
#undef STENCIL_VALUE_FUNCTION

template <class T>
  requires std::is_floating_point_v<T>
STENCIL_FUNCTION inline T pow(T x, T y) {
  if constexpr (std::is_same_v<T, float>) {
    return ::powf(x, y);
  } else {
    return ::pow(x, y);
  }
}

/// x < y ? x : y; where they are unordered (a NaN), y.
template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr T min(T x, T y) {
  return x < y ? x : y;
}
/// x > y ? x : y; where they are unordered (a NaN), y.
template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr T max(T x, T y) {
  return x > y ? x : y;
}

/// condition ? x : y with both sides evaluated: the branch of a formula.
template <class T>
  requires(std::is_arithmetic_v<T> || is_vec<T>)
STENCIL_FUNCTION constexpr T where(bool condition, T x, T y) {
  return condition ? x : y;
}

/// Numbers of two types meet in the one that their sum has.
template <class A, class B>
concept TwoNumberTypes = std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !std::is_same_v<A, B>;
/// Of which one at least is of floating point, as their sum is.
template <class A, class B>
concept RealAndOther = TwoNumberTypes<A, B> && (std::is_floating_point_v<A> || std::is_floating_point_v<B>);
template <class A, class B>
  requires TwoNumberTypes<A, B>
STENCIL_FUNCTION constexpr auto min(A x, B y) {
  using T = decltype(x + y);
  return min(static_cast<T>(x), static_cast<T>(y));
}
template <class A, class B>
  requires TwoNumberTypes<A, B>
STENCIL_FUNCTION constexpr auto max(A x, B y) {
  using T = decltype(x + y);
  return max(static_cast<T>(x), static_cast<T>(y));
}
template <class A, class B>
  requires RealAndOther<A, B>
STENCIL_FUNCTION inline auto pow(A x, B y) {
  using T = decltype(x + y);
  return pow(static_cast<T>(x), static_cast<T>(y));
}
template <class A, class B>
  requires TwoNumberTypes<A, B>
STENCIL_FUNCTION constexpr auto where(bool condition, A x, B y) {
  using T = decltype(x + y);
  return where(condition, static_cast<T>(x), static_cast<T>(y));
}

template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> abs(const Vec<T, N>& x) {
  Vec<T, N> r{};
  for (std::size_t i = 0; i < N; ++i) r.component[i] = abs(x.component[i]);
  return r;
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> min(const Vec<T, N>& x, const Vec<T, N>& y) {
  Vec<T, N> r{};
  for (std::size_t i = 0; i < N; ++i) r.component[i] = min(x.component[i], y.component[i]);
  return r;
}
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr Vec<T, N> max(const Vec<T, N>& x, const Vec<T, N>& y) {
  Vec<T, N> r{};
  for (std::size_t i = 0; i < N; ++i) r.component[i] = max(x.component[i], y.component[i]);
  return r;
}

}  // namespace stencil
