// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/expression/values.hpp>
#include <stencil/matrix/dual_number.hpp>

/// The point functions of dual numbers: the function's value, and its derivative times the slope.
namespace stencil {

// In `derivative`, x is the argument's value and f the function's.
#define STENCIL_DUAL_FUNCTION(name, derivative)                             \
  template <class T, class Slope>                                           \
  STENCIL_FUNCTION constexpr Dual<T, Slope> name(const Dual<T, Slope>& a) { \
    const T& x = a.value;                                                   \
    const T f = name(x);                                                    \
    static_cast<void>(x), static_cast<void>(f);                             \
    return {f, (derivative) * a.slope};                                     \
  }
STENCIL_DUAL_FUNCTION(sqrt, T{1} / (2 * f))
STENCIL_DUAL_FUNCTION(exp, f)
STENCIL_DUAL_FUNCTION(sin, cos(x))
STENCIL_DUAL_FUNCTION(cos, -sin(x))
STENCIL_DUAL_FUNCTION(tanh, T{1} - f * f)
STENCIL_DUAL_FUNCTION(tan, T{1} + f * f)
STENCIL_DUAL_FUNCTION(asin, T{1} / sqrt(T{1} - x * x))
STENCIL_DUAL_FUNCTION(acos, T{-1} / sqrt(T{1} - x * x))
STENCIL_DUAL_FUNCTION(atan, T{1} / (T{1} + x * x))
STENCIL_DUAL_FUNCTION(sinh, cosh(x))
STENCIL_DUAL_FUNCTION(cosh, sinh(x))
STENCIL_DUAL_FUNCTION(log10, T{0.43429448190325182765} / x)
STENCIL_DUAL_FUNCTION(log2, T{1.44269504088896340736} / x)
STENCIL_DUAL_FUNCTION(log1p, T{1} / (T{1} + x))
STENCIL_DUAL_FUNCTION(exp2, T{0.69314718055994530942} * f)
STENCIL_DUAL_FUNCTION(expm1, T{1} + f)
STENCIL_DUAL_FUNCTION(cbrt, T{1} / (3 * (f * f)))
STENCIL_DUAL_FUNCTION(erf, T{1.12837916709551257390} * exp(-(x * x)))
STENCIL_DUAL_FUNCTION(floor, T{})
STENCIL_DUAL_FUNCTION(ceil, T{})
STENCIL_DUAL_FUNCTION(round, T{})
#undef STENCIL_DUAL_FUNCTION
template <class T, class Slope>
STENCIL_FUNCTION constexpr Dual<T, Slope> log(const Dual<T, Slope>& x) {
  return {log(x.value), x.slope / x.value};
}
template <class T, class Slope>
STENCIL_FUNCTION constexpr auto isnan(const Dual<T, Slope>& x) {
  return isnan(x.value);
}
template <class T, class Slope>
STENCIL_FUNCTION constexpr auto isfinite(const Dual<T, Slope>& x) {
  return isfinite(x.value);
}
namespace duals {
template <class T>
struct NumberIn : std::type_identity<T> {};
template <class T>
  requires requires { typename T::number; }
struct NumberIn<T> : std::type_identity<typename T::number> {};

/// Whether a condition is known to hold for all elements of a vector: false if the type of the condition has no
/// all_elements.
template <class Condition>
STENCIL_FUNCTION constexpr bool holds_everywhere(const Condition& condition) {
  if constexpr (std::is_same_v<Condition, bool>) {
    return condition;
  } else if constexpr (requires { all_elements(condition); }) {
    return all_elements(condition);
  } else {
    return false;
  }
}

/// The derivative of power = base^exponent by the base, exponent * power / base. This is inaccurate where `power` is
/// zero, subnormal, infinite or NaN; there it is computed by a second power, on a host only if needed.
template <class T>
STENCIL_FUNCTION constexpr T power_slope(const T& base, const T& exponent, const T& power) {
#if STENCIL_ON_DEVICE
  // Without a branch, which would prevent the compiler from interleaving the rows of a lane.
  return where(exponent == T(0), T(0), exponent * pow(base, exponent - T(1)));
#else
  using Limits = std::numeric_limits<typename NumberIn<T>::type>;
  const auto tells = abs(power) >= T(Limits::min()) && abs(power) <= T(Limits::max());
  T quotient = power / where(base == T(0), T(1), base);
  if (!holds_everywhere(tells)) quotient = where(tells, quotient, pow(base, exponent - T(1)));
  return exponent * quotient;
#endif
}
}  // namespace duals

/// If the exponent is a number, only the derivative by the base is computed, so that the base may be negative.
template <class A, class B>
  requires duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto pow(const A& a, const B& b) {
  using T = decltype(duals::value_of(a) * duals::value_of(b));
  const T base = static_cast<T>(duals::value_of(a));
  const T exponent = static_cast<T>(duals::value_of(b));
  const T power = pow(base, exponent);
  if constexpr (is_dual<A> && is_dual<B>) {
    return duals::make(power, duals::power_slope(base, exponent, power) * a.slope + (power * log(base)) * b.slope);
  } else if constexpr (is_dual<A>) {
    return duals::make(power, duals::power_slope(base, exponent, power) * a.slope);
  } else {
    return duals::make(power, (power * log(base)) * b.slope);
  }
}

namespace duals {
/// A function of two arguments: its value, and the sum of its derivatives by_a and by_b times the arguments' slopes.
template <class A, class B, class T>
STENCIL_FUNCTION constexpr auto of_two(const A& a, const B& b, const T& value, const T& by_a, const T& by_b) {
  if constexpr (is_dual<A> && is_dual<B>) {
    return make(value, by_a * a.slope + by_b * b.slope);
  } else if constexpr (is_dual<A>) {
    return make(value, by_a * a.slope);
  } else {
    return make(value, by_b * b.slope);
  }
}
}  // namespace duals

#define STENCIL_DUAL_FUNCTION(name, by_first, by_second)                         \
  template <class A, class B>                                                    \
    requires duals::Pair<A, B>                                                   \
  STENCIL_FUNCTION constexpr auto name(const A& a, const B& b) {                 \
    using T = decltype(duals::number_beside<B>(a) * duals::number_beside<A>(b)); \
    const T x = static_cast<T>(duals::value_of(a));                              \
    const T y = static_cast<T>(duals::value_of(b));                              \
    const T f = name(x, y);                                                      \
    return duals::of_two(a, b, f, T(by_first), T(by_second));                    \
  }
STENCIL_DUAL_FUNCTION(atan2, y / (x * x + y * y), -x / (x * x + y * y))
STENCIL_DUAL_FUNCTION(hypot, x / f, y / f)
STENCIL_DUAL_FUNCTION(copysign, copysign(T{1}, x) * copysign(T{1}, y), T{})
#undef STENCIL_DUAL_FUNCTION

template <class A, class B, class C>
  requires(is_dual<A> || is_dual<B> || is_dual<C>)
STENCIL_FUNCTION constexpr auto clamp(const A& x, const B& low, const C& high) {
  return where(x < low, low, where(high < x, high, x));
}
/// The value is rounded once, the slope is not.
template <class A, class B, class C>
  requires(is_dual<A> || is_dual<B> || is_dual<C>)
STENCIL_FUNCTION constexpr auto fma(const A& a, const B& b, const C& c) {
  auto r = a * b + c;
  using T = std::remove_cvref_t<decltype(r.value)>;
  r.value =
      fma(static_cast<T>(duals::value_of(a)), static_cast<T>(duals::value_of(b)), static_cast<T>(duals::value_of(c)));
  return r;
}

namespace duals {
template <class X>
inline constexpr std::size_t components = 0;
template <class T, std::size_t N>
inline constexpr std::size_t components<Vec<T, N>> = N;
template <class T, class Slope>
inline constexpr std::size_t components<Dual<T, Slope>> = components<T>;
}  // namespace duals
template <class A, class B>
  requires((is_dual<A> || is_dual<B>) && duals::components<A> > 0 && duals::components<A> == duals::components<B>)
STENCIL_FUNCTION constexpr auto dot(const A& a, const B& b) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return ((a[I] * b[I]) + ...);
  }(std::make_index_sequence<duals::components<A>>{});
}
template <class T, class Slope>
  requires(duals::components<T> > 0)
STENCIL_FUNCTION constexpr auto norm(const Dual<T, Slope>& a) {
  return sqrt(dot(a, a));
}

}  // namespace stencil
