// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/expression/scalar.hpp>

/// Which kinds of values a point function takes.
namespace stencil {

namespace functions {
/// An operand or a number with integers or truth values.
template <class A>
concept Whole = !NoOperand<A> && std::is_integral_v<scalar_of<typename node_of<A>::value_type>>;
/// A Vec, or an operand with Vecs.
template <class A>
concept Vecs = !NoOperand<A> && is_vec<typename node_of<A>::value_type>;
/// An operand or a number with numbers, not Vecs.
template <class A>
concept Numbers = !NoOperand<A> && std::is_arithmetic_v<typename node_of<A>::value_type>;
/// What may be a condition; what is no operand is refused elsewhere.
template <class A>
concept Conditional = Whole<A> || !(IsOperand<A> || IsLiteral<A>);
}  // namespace functions

#define STENCIL_TAKES_CONDITIONS                                                                                    \
  "stencil: where, &&, || and ! take conditions, such as x > 0.0, and integers, true where not zero, but no other " \
  "numbers; say which numbers are meant"

/// The argument of a point function of one; but operands are refused by a sentence.
template <class A>
concept UnaryOperand = IsOperand<A> || SeveralResults<A> || UnappliedOperator<A>;

/// The arguments of a binary point function: at least one of them is not a number or Vec.
template <class A, class B>
concept OperandPair = (IsOperand<A> && (IsOperand<B> || IsLiteral<B> || NoOperand<B>)) ||
                      ((IsLiteral<A> || NoOperand<A>) && IsOperand<B>) || (IsLiteral<A> && UnappliedOperator<B>) ||
                      (UnappliedOperator<A> && (IsLiteral<B> || UnappliedOperator<B>)) ||
                      (SeveralResults<A> && (IsLiteral<B> || SeveralResults<B>)) || (IsLiteral<A> && SeveralResults<B>);

/// False, and a compile-time error, if the arguments are Vecs. A Vec beside a number is refused elsewhere.
template <class... A>
STENCIL_FUNCTION constexpr bool are_numbers() {
  constexpr bool numbers = !(functions::Vecs<A> && ...);
  static_assert(numbers,
                "stencil: this function takes numbers and no Vecs; the length of a Vec is norm(u), and components are "
                "taken one by one, sqrt(component<0>(u))");
  return numbers;
}

/// False, and a compile-time error, if all arguments are integers, or Vecs.
template <class... A>
STENCIL_FUNCTION constexpr bool takes_functions() {
  constexpr bool numbers = are_numbers<A...>();
  constexpr bool floating = (!functions::Whole<A> || ...);
  static_assert(floating,
                "stencil: pow, sqrt, exp, log, sin, cos and tanh take floating-point values; convert to a "
                "floating-point field first, or write sqrt(1.0 * n)");
  return floating && numbers;
}

/// False, and a compile-time error, if an argument has integers. A number that is none takes the type of those beside
/// it.
template <class... A>
STENCIL_FUNCTION constexpr bool takes_floating() {
  constexpr bool floating = !((IsOperand<A> && functions::Whole<A>) || ...);
  static_assert(floating,
                "stencil: floor, ceil, round, copysign, atan2, hypot and fma take floating-point values, and here one "
                "has integers; write 1.0 * n for it");
  return floating && are_numbers<A...>();
}

/// False, and a compile-time error, for numbers, which have no dot product and no norm.
template <class... A>
STENCIL_FUNCTION constexpr bool takes_vecs() {
  constexpr bool vecs = !(functions::Numbers<A> || ...);
  static_assert(vecs, "stencil: dot and norm take Vecs; the size of a number is abs(x), the product of two is x * y");
  return vecs;
}

/// False, and a compile-time error, for a condition. -1 where it holds would be true again as a condition.
template <class A>
STENCIL_FUNCTION constexpr bool has_negative() {
  constexpr bool number = !std::is_same_v<typename node_of<A>::value_type, bool>;
  static_assert(number,
                "stencil: a condition has no negative; where it does not hold is !condition, and -1 where it holds "
                "where(condition, -1.0, 0.0)");
  return number;
}

/// False, and a compile-time error, unless all arguments are integers.
template <class... A>
STENCIL_FUNCTION constexpr bool takes_remainders() {
  constexpr bool whole = (functions::Whole<A> && ...);
  static_assert(whole,
                "stencil: % takes integers, as in level_index(Center{}) % 2; the remainder of other numbers is "
                "x - y * floor(x / y)");
  return whole;
}

}  // namespace stencil
