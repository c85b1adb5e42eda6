// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/location.hpp>
#include <stencil/vec.hpp>

namespace stencil {

/// A node of an expression: a value type, a location, a memory, and a value at every position.
template <class E>
concept Node = requires { typename E::stencil_node; };

/// The memory of a value that the node itself holds. It can be combined with any other.
struct AnySpace {};
/// The memory that the host reads and writes.
struct HostSpace {
  static constexpr const char* name = "host";
};
/// What operands in different memories have in common: nothing; expressions of them do not compile.
struct ClashingSpaces {};

/// The memory of an expression of two operands.
template <class A, class B>
struct CommonSpace {
  using type = std::conditional_t<std::is_same_v<A, B> || std::is_same_v<B, AnySpace>, A,
                                  std::conditional_t<std::is_same_v<A, AnySpace>, B, ClashingSpaces>>;
};
/// The memory of an expression of any number of operands.
template <class First, class... Rest>
struct CommonSpaceOf {
  using type = First;
};
template <class First, class Second, class... Rest>
struct CommonSpaceOf<First, Second, Rest...> {
  using type = typename CommonSpaceOf<typename CommonSpace<First, Second>::type, Rest...>::type;
};

/// Something that is not a node but stands for one: a field, a wrapped array.
template <class E>
concept Readable = requires(const E& e) { e.node(); };

/// What may stand in an expression beside numbers.
template <class E>
concept Operand = Node<std::remove_cvref_t<E>> || Readable<std::remove_cvref_t<E>>;

/// A container of values, which is no operand before it is wrapped.
template <class E>
concept UnwrappedArray = !Operand<E> && requires(const std::remove_cvref_t<E>& e) {
  e.data();
  e.size();
};

/// A number or a Vec that stands for itself.
template <class E>
concept Literal = std::is_arithmetic_v<std::remove_cvref_t<E>> || is_vec<std::remove_cvref_t<E>>;

}  // namespace stencil
