// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include <stencil/error.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/plan/reads.hpp>

/// Which values of a column function depend on closures: STENCIL_EXPLICIT_BOUNDARIES inside column functions. The
/// variables of a function have one type whatever they are made from, so this is known when it is called on Traces.
namespace stencil::column_functions {

/// The rows next to an end that depend on a closure there, and the operator that has it.
struct FromClosure {
  static constexpr int everywhere = 1 << 20;
  int rows = 0;
  const char* name = nullptr;
  constexpr void add(const FromClosure& other) {
    if (other.rows > rows) *this = other;
  }
  constexpr FromClosure spread() const { return {rows > 0 ? everywhere : 0, name}; }
};

/// The same at both ends.
struct Unconditioned {
  FromClosure bottom, top;
  constexpr void add(const Unconditioned& other) {
    bottom.add(other.bottom);
    top.add(other.top);
  }
  /// For the result of an operation on whole columns, or of at_level: if any row depends on a closure, every result
  /// does.
  constexpr Unconditioned spread() const { return {bottom.spread(), top.spread()}; }
};

/// The rows of an operator that read the rows next to an end of its argument I that depend on a closure.
template <Side Where, class Node, int I>
constexpr FromClosure reading(const FromClosure& argument) {
  constexpr int end = Node::template end_rows<Where>();
  constexpr int inside = plan::first_row_read<Where, end, Node, I>();
  if (argument.rows == 0 || argument.rows == FromClosure::everywhere) return argument;
  if (inside < argument.rows) return {end + argument.rows - inside, argument.name};
  return [&]<int... Row>(std::integer_sequence<int, Row...>) {
    return FromClosure{(0 + ... + static_cast<int>(plan::first_row_read<Where, Row, Node, I>() < argument.rows)),
                       argument.name};
  }(std::make_integer_sequence<int, end>{});
}

/// The rows to which an operator's own closure gives values.
template <Side Where, class Node>
constexpr FromClosure own_closure() {
  if constexpr (std::is_same_v<typename Node::template condition_type<Where>, OperatorClosure>) {
    return {Node::template end_rows<Where>(), Node::operator_type::name};
  } else {
    return {};
  }
}

/// The rows to which an operator's condition gives values, if its value per column depends on a closure.
template <Side Where, class Node, class Op>
constexpr FromClosure by_condition(const Op& op) {
  if constexpr (requires { op.template condition<Where>().value; }) {
    const auto& value = op.template condition<Where>().value;
    if constexpr (IsColumnValue<decltype(value)>) {
      FromClosure from = value.rows.unconditioned.bottom;
      from.add(value.rows.unconditioned.top);
      // Where it replaces the argument's end row, no row has a formula of its own, and one at least reads it.
      return {from.rows > 0 ? largest_of(1, Node::template end_rows<Where>()) : 0, from.name};
    }
  }
  return {};
}

/// Throws Error where a result depends on a closure.
inline void require_conditions(const Unconditioned& result) {
  const auto require = [](const FromClosure& found, const std::string& end) {
    if (found.rows > 0) {
      throw Error("an operator has no condition at the " + end + " and its closure matters; give it " + end +
                  "(...) or leave STENCIL_EXPLICIT_BOUNDARIES undefined; it is " + found.name +
                  " in a column function");
    }
  };
  require(result.bottom, "bottom");
  require(result.top, "top");
}

}  // namespace stencil::column_functions
