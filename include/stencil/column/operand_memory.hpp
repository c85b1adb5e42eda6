// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/assign/devices.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/field.hpp>

/// Operands of statistics in memory: a field where it is, anything else in a field made for it.
namespace stencil::detail::statistics {

template <class Location, class Node>
inline constexpr bool is_field_at = false;
template <class Location, class T, class Layout, class Space>
inline constexpr bool is_field_at<Location, FieldLeaf<T, Location, Layout, Space>> = true;

/// The number of rows that are counted: the top face of a ring is the bottom one.
template <class L>
ColumnMemoryShape shape_that_counts(const L& leaf) {
  ColumnMemoryShape shape = shape_of(leaf);
  if (leaf.grid->periodic && std::is_same_v<typename L::location, Face>) --shape.rows;
  return shape;
}

template <class E>
constexpr bool is_number() {
  using N = node_of<E>;
  constexpr bool number =
      std::is_arithmetic_v<typename N::value_type> && !std::is_same_v<typename N::location, AnyLocation>;
  static_assert(number,
                "stencil: a histogram or a profile is one of numbers at centers, at faces or per column; take the "
                "components of a Vec one by one");
  return number;
}

/// Whether a backend can read an operand's fields; a compile-time error if not.
template <class Backend, class N>
constexpr bool is_in_memory_of() {
  constexpr bool fits = share_memory_space<typename Backend::space, typename N::space>;
  static_assert(fits,
                "stencil: the fields of a histogram or a profile live in different memories (host and device), or not "
                "in that of the backend that is named; give all fields the same backend");
  return fits;
}

/// f(leaf) with the values of an expression. ShapeError for a field without memory.
template <class Backend, class E, class F>
auto with_field(const E& e, const F& f) {
  const auto node = as_node(e);
  using N = std::remove_const_t<decltype(node)>;
  const auto there = detail::checks::on_their_device<Backend>(node);
  if constexpr (!is_in_memory_of<Backend, N>()) {
    return;
  } else if constexpr (is_field_at<typename N::location, N>) {
    detail::checks::require_memory(node, "operand 1");
    return f(node);
  } else {
    const Field<typename N::value_type, typename N::location, Backend> values(node);
    return f(values.node());
  }
}
/// The same for one that goes with another field: on its grid and at its location.
template <class Backend, class E, class L, class F>
auto with_field_beside(const L& first, const E& e, const F& f) {
  using Location = typename L::location;
  const auto node = as_node(e);
  using N = std::remove_const_t<decltype(node)>;
  using Common = typename CommonLocation<typename N::location, Location>::type;
  static_assert(std::is_same_v<Common, Location>,
                "stencil: what a histogram counts and weighs together lives at the location of the first expression; "
                "bring it there with InterpolateC2F or InterpolateF2C");
  if constexpr (!is_in_memory_of<Backend, N>()) {
    return;
  } else if constexpr (is_field_at<Location, N>) {
    detail::checks::require_memory(node, "operand 2");
    detail::checks::require_same_grid(first, false, node, 2);
    const auto there = detail::checks::on_their_device<Backend>(first, node);
    return f(node);
  } else if constexpr (std::is_same_v<Common, Location>) {
    Field<typename N::value_type, Location, Backend> values(ColumnGrid(first.grid->shared_from_this()));
    values = node;
    return f(values.node());
  }
}

}  // namespace stencil::detail::statistics
