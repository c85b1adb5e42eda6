// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include <stencil/expression/function_list.hpp>
#include <stencil/finite.hpp>
#include <stencil/vec.hpp>

/// The point functions on numbers. All are templates, so that overload resolution prefers ::sqrt(double) and others of
/// the C library in programs that say `using namespace stencil`. Packs, probes and other types that act as numbers have
/// overloads that argument-dependent lookup finds.
namespace stencil {

/// The magnitude of a number.
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
#define STENCIL_LISTED_FUNCTION(name, Type, cost) STENCIL_VALUE_FUNCTION(name)
STENCIL_VALUE_FUNCTION(sqrt)
STENCIL_LIBM_OF_ONE(STENCIL_LISTED_FUNCTION)
STENCIL_ROUNDING(STENCIL_LISTED_FUNCTION)
#undef STENCIL_LISTED_FUNCTION
#undef STENCIL_VALUE_FUNCTION

/// x to the power of y.
template <class T>
  requires std::is_floating_point_v<T>
STENCIL_FUNCTION inline T pow(T x, T y) {
  if constexpr (std::is_same_v<T, float>) {
    return ::powf(x, y);
  } else {
    return ::pow(x, y);
  }
}

#define STENCIL_VALUE_FUNCTION_OF_TWO(name)                              \
  template <class A, class B>                                            \
    requires(std::is_floating_point_v<A> && std::is_floating_point_v<B>) \
  STENCIL_FUNCTION inline auto name(A x, B y) {                          \
    if constexpr (std::is_same_v<std::common_type_t<A, B>, float>) {     \
      return ::name##f(x, y);                                            \
    } else {                                                             \
      return ::name(static_cast<double>(x), static_cast<double>(y));     \
    }                                                                    \
  }
STENCIL_VALUE_FUNCTION_OF_TWO(atan2)
STENCIL_VALUE_FUNCTION_OF_TWO(hypot)
STENCIL_VALUE_FUNCTION_OF_TWO(copysign)
#undef STENCIL_VALUE_FUNCTION_OF_TWO

/// x y + z, rounded once.
template <class A, class B, class C>
  requires(std::is_floating_point_v<A> && std::is_floating_point_v<B> && std::is_floating_point_v<C>)
STENCIL_FUNCTION inline auto fma(A x, B y, C z) {
  if constexpr (std::is_same_v<std::common_type_t<A, B, C>, float>) {
    return ::fmaf(x, y, z);
  } else {
    return ::fma(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z));
  }
}

/// Whether x is a NaN, found from its bits.
template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr bool isnan(T x) {
  if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    return NumberBits<T>::of(x) > NumberBits<T>::infinity;
  }
}
/// Whether x is neither a NaN nor infinite, found from its bits.
template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr bool isfinite(T x) {
  if constexpr (std::is_integral_v<T>) {
    return true;
  } else {
    return NumberBits<T>::of(x) < NumberBits<T>::infinity;
  }
}

/// x < y ? x : y, so y if one of them is NaN.
template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr T min(T x, T y) {
  return x < y ? x : y;
}
/// x > y ? x : y, so y if one of them is NaN.
template <class T>
  requires std::is_arithmetic_v<T>
STENCIL_FUNCTION constexpr T max(T x, T y) {
  return x > y ? x : y;
}

/// condition ? x : y, with x and y both computed. Formulas use it in place of branches.
template <class T>
  requires(std::is_arithmetic_v<T> || is_vec<T>)
STENCIL_FUNCTION constexpr T where(bool condition, T x, T y) {
  return condition ? x : y;
}

/// x limited to [low, high]; NaN if x is NaN.
template <class A, class B, class C>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && std::is_arithmetic_v<C>)
STENCIL_FUNCTION constexpr auto clamp(A x, B low, C high) {
  using T = std::common_type_t<A, B, C>;
  const T value = static_cast<T>(x);
  return value < static_cast<T>(low)    ? static_cast<T>(low)
         : static_cast<T>(high) < value ? static_cast<T>(high)
                                        : value;
}

/// Sum of the products of components.
template <class T, class U, std::size_t N>
STENCIL_FUNCTION constexpr auto dot(const Vec<T, N>& x, const Vec<U, N>& y) {
  auto sum = x.component[0] * y.component[0];
  for (std::size_t i = 1; i < N; ++i) sum = sum + x.component[i] * y.component[i];
  return sum;
}
/// Euclidean length: the square root of the sum of the squares of components.
template <class T, std::size_t N>
STENCIL_FUNCTION constexpr auto norm(const Vec<T, N>& x) {
  return sqrt(dot(x, x));
}

/// The cross product of a horizontal vector and so much of the upward unit vector k: u x (w k), horizontal, u turned
/// clockwise as seen from above.
template <class T, class S>
  requires std::is_arithmetic_v<S>
STENCIL_FUNCTION constexpr auto cross(const Vec<T, 2>& u, const S& w) {
  return Vec<decltype(u[0] * w), 2>{{u[1] * w, -(u[0] * w)}};
}
/// f k x u, u turned counterclockwise as seen from above.
template <class S, class T>
  requires std::is_arithmetic_v<S>
STENCIL_FUNCTION constexpr auto cross(const S& f, const Vec<T, 2>& u) {
  return Vec<decltype(f * u[0]), 2>{{-(f * u[1]), f * u[0]}};
}
/// The upward component of the cross product of two horizontal vectors.
template <class T, class U>
STENCIL_FUNCTION constexpr auto cross(const Vec<T, 2>& u, const Vec<U, 2>& v) {
  return u[0] * v[1] - u[1] * v[0];
}

/// Numbers of two different types; functions convert both to the type of their sum.
template <class A, class B>
concept TwoNumberTypes = std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !std::is_same_v<A, B>;
/// The same, at least one of them of floating-point type.
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

/// The magnitude of each component.
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

/// min(min(x, y), z), and so on for more.
template <class A, class B, class C, class... More>
  requires requires(const A& x, const B& y, const C& z) { min(min(x, y), z); }
STENCIL_FUNCTION constexpr auto min(A&& x, B&& y, C&& z, More&&... more) {
  return min(min(static_cast<A&&>(x), static_cast<B&&>(y)), static_cast<C&&>(z), static_cast<More&&>(more)...);
}
/// max(max(x, y), z), and so on for more.
template <class A, class B, class C, class... More>
  requires requires(const A& x, const B& y, const C& z) { max(max(x, y), z); }
STENCIL_FUNCTION constexpr auto max(A&& x, B&& y, C&& z, More&&... more) {
  return max(max(static_cast<A&&>(x), static_cast<B&&>(y)), static_cast<C&&>(z), static_cast<More&&>(more)...);
}

}  // namespace stencil
