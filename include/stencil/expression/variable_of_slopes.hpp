// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/config.hpp>
#include <stencil/expression/column_value.hpp>

/// Variables of column functions whose values carry derivatives with respect to neighbouring levels.
namespace stencil::column_functions {

/// Makes the variable that gets the value of an operation. Node: the operation's, of values without derivatives; Nodes:
/// its arguments. Defined where Jacobians are.
template <class Node, class... Nodes>
struct VariableOfSlopes;
/// Whether a variable knows that its rows of derivatives are narrower away from the ends of a column.
template <class N>
concept IsNarrowInside = requires { typename N::lane_takes; };
/// An argument as lanes take it.
template <class N>
STENCIL_FUNCTION constexpr const N& for_lane(const N& node) {
  return node;
}
template <IsNarrowInside N>
STENCIL_FUNCTION constexpr const typename N::lane_takes& for_lane(const N& node) {
  return node;
}
template <IsNarrowInside N>
struct PlainStandFor<N> : PlainStandFor<typename N::lane_takes> {};

}  // namespace stencil::column_functions
