// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/compound_assignment.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/numbers/band_row.hpp>
#include <stencil/numbers/less_precise.hpp>

namespace stencil {

/// A dual number: a number with its derivative. `slope` is one derivative, or a BandRow of derivatives with respect to
/// the values of a field around a position; a formula evaluated on the latter gives a row of the Jacobian. Where a
/// formula is not differentiable (abs at 0, min of equal numbers) the slope is that of the side whose value is taken.
template <class T, class Slope>
struct Dual {
  using compound_assigned = Dual;
  static constexpr const char* name = "wrt()";
  using number_type = T;
  using slope_type = Slope;
  T value;      ///< the number itself
  Slope slope;  ///< its derivative, or the row of its derivatives

  Dual() = default;
  STENCIL_FUNCTION constexpr Dual(const T& v, const Slope& s) : value(v), slope(s) {}
  /// A constant.
  template <class S>
    requires(!is_composite<S> && std::is_constructible_v<T, const S&>)
  STENCIL_FUNCTION explicit(!std::is_convertible_v<S, T>) constexpr Dual(const S& v)  // numbers in formulas
      : value(static_cast<T>(v)), slope{} {}
  /// @cond
  // Of a narrower band of derivatives, or of another precision.
  template <class U, class V>
    requires(!std::is_same_v<Dual<U, V>, Dual> && std::is_constructible_v<Slope, const V&>)
  STENCIL_FUNCTION explicit(!std::is_convertible_v<V, Slope>) constexpr Dual(const Dual<U, V>& x)
      : value(static_cast<T>(x.value)), slope(static_cast<Slope>(x.slope)) {}
  /// @endcond

  STENCIL_FUNCTION constexpr Dual operator-() const { return {-value, -slope}; }
  /// A component of a dual number of Vecs, with its derivatives.
  STENCIL_FUNCTION constexpr auto operator[](std::size_t i) const
    requires is_vec<T>
  {
    const auto row = detail::bands::map([i](const auto& v) { return v[i]; }, slope);
    return Dual<scalar_of<T>, std::remove_const_t<decltype(row)>>(value[i], row);
  }
};

template <class T, class Slope>
inline constexpr bool is_composite<Dual<T, Slope>> = true;
template <class T, class Slope>
struct ScalarOf<Dual<T, Slope>> : ScalarOf<T> {};
namespace column_functions {
template <class T, class Slope>
inline constexpr bool has_band_of_slopes<Dual<T, Slope>> = is_band_row<Slope>;
template <class T, class Slope>
struct WithoutSlope<Dual<T, Slope>> {
  using type = T;
};
template <class Number, class T, class Slope, class... Rest>
  requires std::is_floating_point_v<Number>
struct NumberBeside<Number, Dual<T, Slope>, Rest...> {
  using type = Dual<Number, Number>;
  struct Make {
    static constexpr const char* name = "value";
    static constexpr int cost = 0;
    template <class X>
    STENCIL_FUNCTION constexpr Dual<X, X> operator()(const X& x) const {
      return {x, X{}};
    }
  };
};
}  // namespace column_functions
template <class T, int Low, int High>
inline constexpr bool column_functions::has_band_of_slopes<BandRow<T, Low, High>> =
    column_functions::has_band_of_slopes<T>;
/// Whether T is a Dual.
template <class T>
inline constexpr bool is_dual = false;
template <class T, class Slope>
inline constexpr bool is_dual<Dual<T, Slope>> = true;
/// Whether T is a Dual, or a row of a matrix whose entries are.
template <class T>
inline constexpr bool has_duals = is_dual<T>;
template <class T, int Low, int High>
inline constexpr bool has_duals<BandRow<T, Low, High>> = has_duals<T>;

/// Called for values of boundary conditions: a dual number stays as it is.
template <class Real, class T, class Slope>
STENCIL_FUNCTION constexpr Dual<T, Slope> convert_number(const Dual<T, Slope>& x) {
  return x;
}

namespace detail::duals {
/// The dual number of a value and its derivatives, which take its precision: beside a constant of double, a float has
/// derivatives of double.
template <class T, class Slope>
STENCIL_FUNCTION constexpr auto make(const T& value, const Slope& slope) {
  if constexpr (less_precise<Slope, T>) {
    const auto wide = bands::map([](const auto& entry) { return static_cast<T>(entry); }, slope);
    return Dual<T, std::remove_const_t<decltype(wide)>>(value, wide);
  } else {
    return Dual<T, Slope>(value, slope);
  }
}
template <class T, class Slope>
STENCIL_FUNCTION constexpr const T& value_of(const Dual<T, Slope>& x) {
  return x.value;
}
template <class S>
  requires(!is_dual<S>)
STENCIL_FUNCTION constexpr const S& value_of(const S& x) {
  return x;
}
template <class T, class Slope>
STENCIL_FUNCTION constexpr const Slope& slope_of(const Dual<T, Slope>& x) {
  return x.slope;
}
template <class S>
STENCIL_FUNCTION constexpr detail::bands::Nothing slope_of(const S&) {
  return {};
}
/// The value of x in an operation with a dual number of type Beside.
template <class Beside, class X>
STENCIL_FUNCTION constexpr auto number_beside(const X& x) {
  if constexpr (is_dual<Beside>) {
    return detail::bands::scale<typename Beside::number_type>(value_of(x));
  } else {
    return value_of(x);
  }
}
/// One dual number of Vecs made from its components, dual numbers or numbers. Its slopes are Vecs too, in a band that
/// holds those of all components.
template <class... X>
  requires(is_dual<X> || ...)
STENCIL_FUNCTION constexpr auto joined(const X&... x) {
  using Slope = decltype((detail::bands::Nothing{} + ... + slope_of(x)));
  using T = std::common_type_t<std::remove_cvref_t<decltype(value_of(x))>...>;
  using Value = Vec<T, sizeof...(X)>;
  const auto no_slope = [](const auto&) { return Value{}; };
  Dual<Value, decltype(detail::bands::map(no_slope, std::declval<Slope>()))> all(
      Value{{static_cast<T>(value_of(x))...}}, {});
  std::size_t i = 0;
  const auto set = [&all, &i]<class Y>(const Y& y) {
    if constexpr (is_dual<Y>)
      detail::bands::for_each([i](auto& to, const auto& from) { to[i] = from; }, all.slope, Slope(y.slope));
    ++i;
  };
  (set(x), ...);
  return all;
}
/// The result of a formula; a Vec of dual numbers is converted to a dual number of Vecs.
template <class X>
STENCIL_FUNCTION constexpr const X& gathered(const X& x) {
  return x;
}
template <class T, class Slope, std::size_t N>
STENCIL_FUNCTION constexpr auto gathered(const Vec<Dual<T, Slope>, N>& x) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return joined(x[I]...); }(std::make_index_sequence<N>{});
}

/// Two dual numbers, or a dual number and a number.
template <class A, class B>
concept Pair = (is_dual<A> && (is_dual<B> || detail::bands::Scale<B>)) || (detail::bands::Scale<A> && is_dual<B>);
}  // namespace detail::duals

template <class A, class B>
  requires detail::duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto operator+(const A& a, const B& b) {
  const auto value = detail::duals::number_beside<B>(a) + detail::duals::number_beside<A>(b);
  if constexpr (is_dual<A> && is_dual<B>) {
    return detail::duals::make(value, a.slope + b.slope);
  } else if constexpr (is_dual<A>) {
    return detail::duals::make(value, a.slope);
  } else {
    return detail::duals::make(value, b.slope);
  }
}
template <class A, class B>
  requires detail::duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto operator-(const A& a, const B& b) {
  const auto value = detail::duals::number_beside<B>(a) - detail::duals::number_beside<A>(b);
  if constexpr (is_dual<A> && is_dual<B>) {
    return detail::duals::make(value, a.slope - b.slope);
  } else if constexpr (is_dual<A>) {
    return detail::duals::make(value, a.slope);
  } else {
    return detail::duals::make(value, -b.slope);
  }
}
template <class A, class B>
  requires detail::duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto operator*(const A& a, const B& b) {
  const auto value = detail::duals::number_beside<B>(a) * detail::duals::number_beside<A>(b);
  if constexpr (is_dual<A> && is_dual<B>) {
    return detail::duals::make(value, b.value * a.slope + a.value * b.slope);
  } else if constexpr (is_dual<A>) {
    return detail::duals::make(value, detail::duals::number_beside<A>(b) * a.slope);
  } else {
    return detail::duals::make(value, detail::duals::number_beside<B>(a) * b.slope);
  }
}
template <class A, class B>
  requires detail::duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto operator/(const A& a, const B& b) {
  const auto quotient = detail::duals::number_beside<B>(a) / detail::duals::number_beside<A>(b);
  if constexpr (is_dual<A> && is_dual<B>) {
    return detail::duals::make(quotient, (a.slope - quotient * b.slope) / b.value);
  } else if constexpr (is_dual<A>) {
    return detail::duals::make(quotient, a.slope / detail::duals::number_beside<A>(b));
  } else {
    return detail::duals::make(quotient, (-quotient / b.value) * b.slope);
  }
}

// Rows of matrices whose entries are dual numbers, for operators between them and a factor.
template <class T, class Slope>
STENCIL_FUNCTION constexpr BandRow<Dual<T, Slope>, 0, 0> operator*(const Dual<T, Slope>& s, IdentityRow) {
  return {{s}};
}
template <class T, class Slope>
STENCIL_FUNCTION constexpr BandRow<Dual<T, Slope>, 0, 0> operator*(IdentityRow, const Dual<T, Slope>& s) {
  return {{s}};
}
template <class T, class Slope, class Entry, int Low, int High>
STENCIL_FUNCTION constexpr auto operator*(const Dual<T, Slope>& s, const BandRow<Entry, Low, High>& a) {
  return detail::bands::map([&](const Entry& entry) { return s * entry; }, a);
}
template <class T, class Slope, class Entry, int Low, int High>
STENCIL_FUNCTION constexpr auto operator*(const BandRow<Entry, Low, High>& a, const Dual<T, Slope>& s) {
  return s * a;
}
template <class T, class Slope, class Entry, int Low, int High>
STENCIL_FUNCTION constexpr auto operator/(const BandRow<Entry, Low, High>& a, const Dual<T, Slope>& s) {
  return detail::bands::map([&](const Entry& entry) { return entry / s; }, a);
}

#define STENCIL_DUAL_COMPARISON(symbol)                                                  \
  template <class A, class B>                                                            \
    requires detail::duals::Pair<A, B>                                                   \
  STENCIL_FUNCTION constexpr auto operator symbol(const A& a, const B& b) {              \
    return detail::duals::number_beside<B>(a) symbol detail::duals::number_beside<A>(b); \
  }
STENCIL_DUAL_COMPARISON(<)
STENCIL_DUAL_COMPARISON(<=)
STENCIL_DUAL_COMPARISON(>)
STENCIL_DUAL_COMPARISON(>=)
STENCIL_DUAL_COMPARISON(==)
STENCIL_DUAL_COMPARISON(!=)
#undef STENCIL_DUAL_COMPARISON

namespace detail::duals {
/// x as a dual number of type Beside.
template <class Beside, class X>
STENCIL_FUNCTION constexpr auto as_dual(const X& x) {
  if constexpr (is_dual<X>) {
    return x;
  } else {
    using T = decltype(value_of(std::declval<const Beside&>()) + number_beside<Beside>(x));
    return Dual<T, typename Beside::slope_type>(static_cast<T>(number_beside<Beside>(x)), {});
  }
}
}  // namespace detail::duals

/// condition: a truth value or, in vector code, a vector of them.
template <class Condition, class A, class B>
  requires detail::duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto where(const Condition& condition, const A& a, const B& b) {
  const auto x = detail::duals::as_dual<B>(a);
  const auto y = detail::duals::as_dual<A>(b);
  return detail::duals::make(where(condition, x.value, y.value), where(condition, x.slope, y.slope));
}
template <class A, class B>
  requires detail::duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto min(const A& a, const B& b) {
  return where(a < b, a, b);
}
template <class A, class B>
  requires detail::duals::Pair<A, B>
STENCIL_FUNCTION constexpr auto max(const A& a, const B& b) {
  return where(a > b, a, b);
}

}  // namespace stencil
