// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/expression/children.hpp>
#include <stencil/expression/concepts.hpp>
#include <stencil/expression/temporary.hpp>

namespace stencil {

/// A number or Vec that is the same at every position.
template <class T>
struct ScalarNode {
  struct stencil_node {};
  using value_type = T;
  using location = AnyLocation;
  using space = AnySpace;
  using children = ChildList<>;
  static constexpr int cost = 0;

  T number;

  template <class At>
  STENCIL_FUNCTION constexpr auto value(const At& at) const {
    return at.constant(number);
  }
};

/// The node of a field or a number; a node itself.
template <IsNode E>
STENCIL_FUNCTION constexpr const E& as_node(const E& node) {
  return node;
}
template <IsReadable E>
  requires(!IsNode<E>)
STENCIL_FUNCTION constexpr auto as_node(const E& field) {
  return field.node();
}
template <class T>
  requires(IsLiteral<T> || is_composite<T>)
STENCIL_FUNCTION constexpr ScalarNode<T> as_node(const T& number) {
  return {number};
}

/// The type of as_node(E).
template <class E>
using node_of = std::remove_cvref_t<decltype(as_node(std::declval<const std::remove_cvref_t<E>&>()))>;

/// as_node(e), where a floating-point number takes the precision of the operand beside it: 0.5 * a is float if a is. A
/// node is not copied: formulas with constants are large, and g++ copies them through the stack.
template <class Beside, class E>
STENCIL_FUNCTION constexpr decltype(auto) as_node_beside(const E& e) {
  if constexpr (IsLiteral<E> && !std::is_same_v<scalar_of<typename Beside::value_type>, bool>) {
    using Number = with_scalar<E, scalar_of<typename Beside::value_type>>;
    if constexpr (is_vec<E>) {
      Number r{};
      for (std::size_t i = 0; i < sizeof(r.component) / sizeof(r.component[0]); ++i)
        r.component[i] = static_cast<scalar_of<Number>>(e.component[i]);
      return ScalarNode<Number>{r};
    } else if constexpr (std::is_floating_point_v<E> && std::is_integral_v<Number>) {
      return ScalarNode<E>{e};
    } else {
      return ScalarNode<Number>{static_cast<Number>(e)};
    }
  } else {
    return as_node(e);
  }
}

/// The implementation of FirstOperand.
template <class First, class... Rest>
constexpr auto first_operand() {
  if constexpr (IsOperand<First>) {
    return std::type_identity<node_of<First>>{};
  } else if constexpr (sizeof...(Rest) > 0) {
    return first_operand<Rest...>();
  } else {
    return std::type_identity<ScalarNode<double>>{};
  }
}
/// The type of the node of the first argument that is not a number, or of the first one if all are numbers.
template <class... Args>
using FirstOperand = typename decltype(first_operand<Args...>())::type;

}  // namespace stencil
