// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/dense.hpp>
#include <stencil/layout.hpp>
#include <stencil/location.hpp>

namespace stencil {

namespace detail::wrapping {

template <class Field>
void require_host() {
  static_assert(Field::backend::host_accessible,
                "stencil: as_span is for fields in memory of the host; copy this one with to_host()");
}

}  // namespace detail::wrapping

/// All values of a field of the host in the field's own order, without a copy. It must not outlive the field's memory.
/// ShapeError where a wrapped array has gaps, or the field has no memory.
template <class Field>
auto as_span(const Field& field) {
  detail::wrapping::require_host<Field>();
  detail::checks::require_memory(field.node(), "the field given to as_span");
  if (!detail::dense::in_some_order(field.node()))
    throw ShapeError("as_span: " + detail::checks::describe(field.node()) + " has gaps between its values");
  return std::span(field.data(), static_cast<std::size_t>(field.levels()) * field.columns());
}

/// The levels of one column, bottom to top. ShapeError where they are not neighbours in memory, or there is no such
/// column, or the field has no memory.
template <class Field>
auto as_span(const Field& field, std::size_t column) {
  detail::wrapping::require_host<Field>();
  static_assert(
      !Field::layout_type::columns_contiguous,
      "stencil: the levels of a column are not neighbours in memory of layout::ColumnsContiguous; read it with "
      "field(level, column) or take layout::LevelsContiguous");
  detail::checks::require_memory(field.node(), "the field given to as_span");
  const auto strides = field.node().strides;
  const auto refuse = [&](const std::string& why) {
    throw ShapeError("as_span of column " + std::to_string(column) + ": " + detail::checks::describe(field.node()) +
                     why);
  };
  if (column >= field.columns()) refuse(" has no such column");
  if (field.levels() != 1 && strides.level() != 1) refuse(" has levels that are not neighbours in memory");
  return std::span(field.data() + static_cast<std::ptrdiff_t>(column) * strides.column(),
                   static_cast<std::size_t>(field.levels()));
}

}  // namespace stencil
