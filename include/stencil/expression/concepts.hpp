// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/location.hpp>
#include <stencil/vec.hpp>

namespace stencil {

/// A node of an expression: it has a value type, a location, a memory space, and a value at every position.
template <class E>
concept IsNode = requires { typename E::stencil_node; };

/// The space of values that a node holds itself, such as numbers. It can be combined with every other space.
struct AnySpace {};
/// The memory that the host reads and writes.
struct HostSpace {
  static constexpr const char* name = "host";
};
/// The space of an expression whose operands are in different memories; such expressions do not compile.
struct ClashingSpaces {};

/// The memory of an expression of two operands.
template <class A, class B>
struct CommonSpace {
  using type = std::conditional_t<std::is_same_v<A, B> || std::is_same_v<B, AnySpace>, A,
                                  std::conditional_t<std::is_same_v<A, AnySpace>, B, ClashingSpaces>>;
};
/// Whether operands in two memories may stand in one expression.
template <class A, class B>
inline constexpr bool share_memory_space = !std::is_same_v<typename CommonSpace<A, B>::type, ClashingSpaces>;
/// The memory of an expression of any number of operands.
template <class First, class... Rest>
struct CommonSpaceOf {
  using type = First;
};
template <class First, class Second, class... Rest>
struct CommonSpaceOf<First, Second, Rest...> {
  using type = typename CommonSpaceOf<typename CommonSpace<First, Second>::type, Rest...>::type;
};

/// An object that has a node: a field, or a wrapped array.
template <class E>
concept IsReadable = requires(const E& e) { e.node(); };

/// An operand of an expression other than a number.
template <class E>
concept IsOperand = IsNode<std::remove_cvref_t<E>> || IsReadable<std::remove_cvref_t<E>>;

/// A container of values, which has to be wrapped to be an operand.
template <class E>
concept UnwrappedArray = !IsOperand<E> && requires(const std::remove_cvref_t<E>& e) {
  e.data();
  e.size();
};

/// An operator such as GradientC2F() that has conditions, but no arguments yet, or a column function.
template <class E>
concept UnappliedOperator = requires {
  typename std::remove_cvref_t<E>::arguments;
  typename std::remove_cvref_t<E>::closure;
} || requires { typename std::remove_cvref_t<E>::function_of_columns; };

/// An array of fields, or of values inside a column function.
template <class E>
concept ArrayOfOperands = requires {
  typename std::remove_cvref_t<E>::stencil_array;
} || (UnwrappedArray<E> && requires { requires IsOperand<typename std::remove_cvref_t<E>::value_type>; });

#define STENCIL_ARRAY_IN_A_FORMULA                                                                                    \
  "stencil: an array has no arithmetic of its own; inside a column function write a formula for each of its values, " \
  "each([&](auto x) { return 2.0 * x; }, q), or for one, q[0]; their sum is sum_of(q)"

/// Several values: the results of a column function that has several, inside another one, what newton gives there, or
/// an array.
template <class E>
concept SeveralResults = requires { typename std::remove_cvref_t<E>::stencil_results; } ||
                         requires { typename std::remove_cvref_t<E>::stencil_solution; } || ArrayOfOperands<E>;

#define STENCIL_SEVERAL_RESULTS                                                                                      \
  "stencil: this column function has several results; take them apart, as in auto [a, b] = f(x), or choose one: "    \
  "result<0>(f(x)), also of one that returns results(...) of a single value; what newton and an implicit_step give " \
  "has its solution as .x"

/// What a newcomer may take for an operand, and is refused by a sentence.
template <class E>
concept NoOperand = UnwrappedArray<E> || UnappliedOperator<E> || SeveralResults<E>;

/// A number or a Vec, which has the same value at all positions.
template <class E>
concept IsLiteral = std::is_arithmetic_v<std::remove_cvref_t<E>> || is_vec<std::remove_cvref_t<E>>;

}  // namespace stencil
