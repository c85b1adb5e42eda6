// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/scalar.hpp>

/// Which kinds of values a point function takes.
namespace stencil {

/// Whether values of A are integers or truth values.
template <class A>
STENCIL_FUNCTION constexpr bool is_whole() {
  if constexpr (NoOperand<A>) {
    return false;
  } else {
    return std::is_integral_v<scalar_of<typename node_of<A>::value_type>>;
  }
}
/// False, and a compile-time error, if all arguments are integers.
template <class... A>
STENCIL_FUNCTION constexpr bool takes_functions() {
  constexpr bool floating = (!is_whole<A>() || ...);
  static_assert(floating,
                "stencil: pow, sqrt, exp, log, sin, cos and tanh take floating-point values; convert to a "
                "floating-point field first, or write sqrt(1.0 * n)");
  return floating;
}

/// False, and a compile-time error, unless all arguments are integers.
template <class... A>
STENCIL_FUNCTION constexpr bool takes_remainders() {
  constexpr bool whole = (is_whole<A>() && ...);
  static_assert(whole,
                "stencil: % takes integers, as in level_index(Center{}) % 2; the remainder of other numbers is "
                "x - y * floor(x / y)");
  return whole;
}

/// False, and a compile-time error, unless all operands are conditions or integers.
template <class... A>
STENCIL_FUNCTION constexpr bool takes_conditions() {
  constexpr bool conditions = ((is_whole<A>() || !(Operand<A> || Literal<A>)) && ...);
  static_assert(conditions,
                "stencil: where, &&, || and ! take conditions, such as x > 0.0, and integers, true where not zero, but "
                "no other numbers; say which numbers are meant");
  return conditions;
}

}  // namespace stencil
