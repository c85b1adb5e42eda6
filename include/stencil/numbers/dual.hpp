// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/values.hpp>
#include <stencil/finite.hpp>
#include <stencil/numbers/dual_number.hpp>

/// The point functions of dual numbers: the function's value, and its derivative times the slope.
namespace stencil {

namespace detail::duals {
/// Zero where a slope is; of a number with derivatives its value there, and those of its derivatives that are zero in
/// the slope too.
template <class Slope>
STENCIL_FUNCTION constexpr void vanish_with(Slope& product, const Slope& slope) {
  if constexpr (is_dual<Slope>) {
    const auto zero = slope.value == typename Slope::number_type(0);
    vanish_with(product.value, slope.value);
    detail::bands::for_each(
        [&zero]<class Entry>(Entry& to, const Entry& from) {
          Entry constant = to;
          vanish_with(constant, from);
          to = where(zero, constant, to);
        },
        product.slope, slope.slope);
  } else {
    product = where(slope == Slope(0), Slope(0), product);
  }
}
/// A derivative times a slope, but zero where the slope is: other fields are constants, and have a slope of zero where
/// a derivative is infinite.
template <class Slope, class Product>
STENCIL_FUNCTION constexpr Product of_constants(const Slope& slope, Product product) {
  detail::bands::for_each(
      []<class To, class From>(To& to, const From& from) {
        if constexpr (std::is_same_v<To, From>) {
          vanish_with(to, from);
        } else {
          to = where(from == From(0), To(0), to);
        }
      },
      product, slope);
  return product;
}
}  // namespace detail::duals

// In `derivative`, x is the argument's value and f the function's.
#define STENCIL_DUAL_FUNCTION(name, slope_of_a)                             \
  template <class T, class Slope>                                           \
  STENCIL_FUNCTION constexpr Dual<T, Slope> name(const Dual<T, Slope>& a) { \
    const T& x = a.value;                                                   \
    const T f = name(x);                                                    \
    static_cast<void>(x), static_cast<void>(f);                             \
    return {f, slope_of_a};                                                 \
  }
#define STENCIL_SMOOTH(name, derivative) STENCIL_DUAL_FUNCTION(name, (derivative) * a.slope)
// The derivative is infinite somewhere, or overflows.
#define STENCIL_STEEP(name, derivative) \
  STENCIL_DUAL_FUNCTION(name, detail::duals::of_constants(a.slope, Slope((derivative) * a.slope)))
STENCIL_STEEP(sqrt, T{1} / (2 * f))
STENCIL_STEEP(asin, T{1} / sqrt(T{1} - x * x))
STENCIL_STEEP(acos, T{-1} / sqrt(T{1} - x * x))
STENCIL_STEEP(log10, T{0.43429448190325182765} / x)
STENCIL_STEEP(log2, T{1.44269504088896340736} / x)
STENCIL_STEEP(log1p, T{1} / (T{1} + x))
STENCIL_STEEP(cbrt, T{1} / (3 * (f * f)))
STENCIL_DUAL_FUNCTION(log, detail::duals::of_constants(a.slope, Slope(a.slope / x)))
STENCIL_STEEP(exp, f)
STENCIL_SMOOTH(sin, cos(x))
STENCIL_SMOOTH(cos, -sin(x))
STENCIL_SMOOTH(tanh, T{1} - f * f)
STENCIL_SMOOTH(tan, T{1} + f * f)
STENCIL_SMOOTH(atan, T{1} / (T{1} + x * x))
STENCIL_STEEP(sinh, cosh(x))
STENCIL_STEEP(cosh, sinh(x))
STENCIL_STEEP(exp2, T{0.69314718055994530942} * f)
STENCIL_STEEP(expm1, T{1} + f)
STENCIL_SMOOTH(erf, T{1.12837916709551257390} * exp(-(x * x)))
STENCIL_SMOOTH(floor, T{})
STENCIL_SMOOTH(ceil, T{})
STENCIL_SMOOTH(round, T{})
#undef STENCIL_STEEP
#undef STENCIL_SMOOTH
#undef STENCIL_DUAL_FUNCTION
/// The magnitude. At 0 the slope is that of x.
template <class T, class Slope>
STENCIL_FUNCTION constexpr Dual<T, Slope> abs(const Dual<T, Slope>& x) {
  return {abs(x.value), where(x.value < T{}, -x.slope, x.slope)};
}
template <class T, class Slope>
STENCIL_FUNCTION constexpr auto isnan(const Dual<T, Slope>& x) {
  return isnan(x.value);
}
template <class T, class Slope>
STENCIL_FUNCTION constexpr auto isfinite(const Dual<T, Slope>& x) {
  return isfinite(x.value);
}
namespace detail::duals {
/// What the values of dual numbers, and of dual numbers of these, are made of.
template <class T>
struct Innermost : std::type_identity<T> {};
template <class T, class Slope>
struct Innermost<Dual<T, Slope>> : Innermost<T> {};

/// Whether a condition holds: of vectors, which have a function of their own for it, in all elements.
STENCIL_FUNCTION constexpr bool holds_in_all(bool condition) { return condition; }

/// base^exponent and its derivative by the base, both from one power. Its exponent is the smaller of the two if both
/// are above zero, so that it neither underflows nor overflows unless the derivative does. The type E of an exponent
/// that is a number has no derivatives, which would take the logarithm of the base.
template <class T, class E>
struct PowerWithSlope {
  T power, slope;

  STENCIL_FUNCTION constexpr PowerWithSlope(const T& base, const E& exponent) {
    using Number = typename Innermost<T>::type;
    constexpr auto infinity = detail::infinite<typename detail::bands::ElementOf<Number>::type>;
    const auto steep = exponent >= E(1);
    const T one = pow(base, where(steep, exponent - E(1), exponent));
    // The sign of zeros and infinities counts in whole powers alone.
    const T factor = where(exponent == floor(exponent), base, T(abs(base)));
    power = where(steep, one * factor, one);
    const T scaled = exponent * one;
    if constexpr (!std::is_arithmetic_v<Number>) {  // one branch for a vector of numbers
      if (holds_in_all(steep)) {
        slope = scaled;
        return;
      }
    }
    // No branch: it would keep a compiler from computing several rows side by side.
    const T dividend = where(base == T(0), where(one == T(0), T(exponent), scaled), scaled);
    const T by_base = where(abs(base) == T(infinity), T(0), dividend / where(steep, T(1), factor));
    slope = where(exponent == E(0), T(0), where(steep, scaled, by_base));
  }
};
/// The derivative of a power by its exponent: of a power of zero zero.
template <class T>
STENCIL_FUNCTION constexpr T by_exponent(const T& base, const T& power) {
  return where(power == T(0), T(0), T(power * log(base)));
}
}  // namespace detail::duals

/// If the exponent is a number, only the derivative by the base is computed, so that the base may be negative.
template <class A, class B>
  requires detail::duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto pow(const A& a, const B& b) {
  using T = decltype(detail::duals::value_of(a) * detail::duals::value_of(b));
  const T base = static_cast<T>(detail::duals::value_of(a));
  const T exponent = static_cast<T>(detail::duals::value_of(b));
  if constexpr (is_dual<A>) {
    if constexpr (is_dual<B>) {
      const detail::duals::PowerWithSlope<T, T> of(base, exponent);
      const auto by_base = detail::duals::of_constants(a.slope, of.slope * a.slope);
      const auto by_exponent =
          detail::duals::of_constants(b.slope, detail::duals::by_exponent(base, of.power) * b.slope);
      return detail::duals::make(of.power, by_base + by_exponent);
    } else {
      using E = typename detail::duals::Innermost<T>::type;
      const detail::duals::PowerWithSlope<T, E> of(base, static_cast<E>(detail::duals::value_of(b)));
      return detail::duals::make(of.power, detail::duals::of_constants(a.slope, of.slope * a.slope));
    }
  } else {
    const T power = pow(base, exponent);
    return detail::duals::make(power,
                               detail::duals::of_constants(b.slope, detail::duals::by_exponent(base, power) * b.slope));
  }
}

namespace detail::duals {
/// A function of two arguments: its value, and the sum of its derivatives by_a and by_b times the arguments' slopes.
template <class A, class B, class T>
STENCIL_FUNCTION constexpr auto of_two(const A& a, const B& b, const T& value, const T& by_a, const T& by_b) {
  if constexpr (is_dual<A> && is_dual<B>) {
    return make(value, of_constants(a.slope, by_a * a.slope) + of_constants(b.slope, by_b * b.slope));
  } else if constexpr (is_dual<A>) {
    return make(value, of_constants(a.slope, by_a * a.slope));
  } else {
    return make(value, of_constants(b.slope, by_b * b.slope));
  }
}
}  // namespace detail::duals

#define STENCIL_DUAL_FUNCTION(name, by_first, by_second)                                         \
  template <class A, class B>                                                                    \
    requires detail::duals::Pair<A, B>                                                           \
  STENCIL_FUNCTION constexpr auto name(const A& a, const B& b) {                                 \
    using T = decltype(detail::duals::number_beside<B>(a) * detail::duals::number_beside<A>(b)); \
    const T x = static_cast<T>(detail::duals::value_of(a));                                      \
    const T y = static_cast<T>(detail::duals::value_of(b));                                      \
    const T f = name(x, y);                                                                      \
    return detail::duals::of_two(a, b, f, T(by_first), T(by_second));                            \
  }
// Without squares, which overflow or vanish for numbers whose slopes do not.
STENCIL_DUAL_FUNCTION(atan2, y / hypot(x, y) / hypot(x, y), -x / hypot(x, y) / hypot(x, y))
// 0 where both are 0, as from one side and the other.
STENCIL_DUAL_FUNCTION(hypot, x / where(f == T(0), T(1), f), y / where(f == T(0), T(1), f))
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
  r.value = fma(static_cast<T>(detail::duals::value_of(a)), static_cast<T>(detail::duals::value_of(b)),
                static_cast<T>(detail::duals::value_of(c)));
  return r;
}

namespace detail::duals {
template <class X>
inline constexpr std::size_t components = 0;
template <class T, std::size_t N>
inline constexpr std::size_t components<Vec<T, N>> = N;
template <class T, class Slope>
inline constexpr std::size_t components<Dual<T, Slope>> = components<T>;
}  // namespace detail::duals
template <class A, class B>
  requires((is_dual<A> || is_dual<B>) && detail::duals::components<A> > 0 &&
           detail::duals::components<A> == detail::duals::components<B>)
STENCIL_FUNCTION constexpr auto dot(const A& a, const B& b) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return ((a[I] * b[I]) + ...);
  }(std::make_index_sequence<detail::duals::components<A>>{});
}
template <class T, class Slope>
  requires(detail::duals::components<T> > 0)
STENCIL_FUNCTION constexpr auto norm(const Dual<T, Slope>& a) {
  return sqrt(dot(a, a));
}

namespace detail::duals {
/// Whether X is a number, or one with derivatives.
template <class X>
inline constexpr bool is_number = std::is_arithmetic_v<typename Innermost<X>::type>;
/// The operands of cross: horizontal vectors, or one and a number.
template <class A, class B>
concept CrossPair =
    (components<A> == 2 && (components<B> == 2 || is_number<B>)) || (is_number<A> && components<B> == 2);
}  // namespace detail::duals
template <class A, class B>
  requires((is_dual<A> || is_dual<B>) && detail::duals::CrossPair<A, B>)
STENCIL_FUNCTION constexpr auto cross(const A& a, const B& b) {
  if constexpr (detail::duals::components<A> == 0) {
    return detail::duals::joined(-(a * b[1]), a * b[0]);
  } else if constexpr (detail::duals::components<B> == 0) {
    return detail::duals::joined(a[1] * b, -(a[0] * b));
  } else {
    return a[0] * b[1] - a[1] * b[0];
  }
}

}  // namespace stencil
