// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/expression/accessor.hpp>
#include <stencil/vec.hpp>

/// Sums with the rounding errors made on the way.
namespace stencil::detail::global {

/// A sum and its rounding errors (Knuth's two-sum): as if it were taken in twice the precision. T: double, or as many
/// of them as a vector has.
template <class T>
struct CompensatedOf {
  T sum{};
  T errors{};

  constexpr CompensatedOf() = default;
  STENCIL_FUNCTION constexpr CompensatedOf(const T& s, const T& e) : sum(s), errors(e) {}
  /// The same in all columns of a vector; vectors are the host's.
  template <class U>
    requires(!std::is_same_v<U, T>)
  explicit constexpr CompensatedOf(const CompensatedOf<U>& x) : sum(x.sum), errors(x.errors) {}
};
using Compensated = CompensatedOf<double>;

struct AddCompensated {
  static constexpr const char* name = "add";
  static constexpr int cost = 10;
  template <class T>
  STENCIL_FUNCTION constexpr CompensatedOf<T> operator()(const CompensatedOf<T>& a, const CompensatedOf<T>& b) const {
    const T sum = a.sum + b.sum;
    const T of_b = sum - a.sum;
    return {sum, (a.sum - (sum - of_b)) + (b.sum - of_b) + a.errors + b.errors};
  }
};

/// A number, or the numbers of a vector, in float64.
template <class X>
STENCIL_FUNCTION constexpr auto in_double(const X& x) {
  if constexpr (std::is_arithmetic_v<X>) {
    return static_cast<double>(x);
  } else if constexpr (requires { convert_number<double>(x); }) {
    return convert_number<double>(x);
  } else {
    return call_elementwise([](const auto& number) { return static_cast<double>(number); }, x);
  }
}

/// A summand, which may be wide.
struct Lifted {
  static constexpr const char* name = "summand";
  static constexpr int cost = 0;
  template <class X, class... W>
  STENCIL_FUNCTION constexpr auto operator()(const X& x, const W&... weight) const {
    const auto number = (in_double(x) * ... * in_double(weight));
    return CompensatedOf<std::remove_const_t<decltype(number)>>{number, {}};
  }
};
struct LiftedSquare {
  static constexpr const char* name = "squared summand";
  static constexpr int cost = 1;
  template <class X, class... W>
  STENCIL_FUNCTION constexpr auto operator()(const X& x, const W&... weight) const {
    const auto number = ((in_double(x) * in_double(x)) * ... * in_double(weight));
    return CompensatedOf<std::remove_const_t<decltype(number)>>{number, {}};
  }
};

}  // namespace stencil::detail::global

namespace stencil {
template <class T>
inline constexpr bool is_composite<detail::global::CompensatedOf<T>> = true;
}  // namespace stencil
