// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/expression/children.hpp>
#include <stencil/numbers/eliminate.hpp>
#include <stencil/view.hpp>

namespace stencil {

/// The node of the solution of a banded system in every column. It cannot be evaluated at a single position; backends
/// compute whole columns.
template <class Matrix, class Right>
struct STENCIL_LAZY SolveNode {
  struct stencil_node {};
  struct stencil_solve {};
  struct stencil_column_node {};
  using matrix_type = Matrix;
  using right_type = Right;
  using system = detail::elimination::System<typename Matrix::value_type, typename Right::value_type>;
  using value_type = typename system::value;
  using location = typename Matrix::location;
  using space = typename CommonSpace<typename Matrix::space, typename Right::space>::type;

  Matrix matrix;
  Right right;

  using children = ChildList<Matrix, Right>;
  static constexpr auto child_rows = ChildRows::own;
  static constexpr int cost = 8 + 2 * system::below * (system::above + 1) + 3 * system::above;  // of elimination
  static constexpr const char* name = "solve";
  template <int I, class N>
  STENCIL_FUNCTION static constexpr auto& child(N& node) {
    return child_of_two<I>(node.matrix, node.right);
  }
  template <class A, class B>
  constexpr SolveNode<A, B> rebuilt(const A& rows, const B& right_side) const {
    return {rows, right_side};
  }

  template <class At>
  STENCIL_FUNCTION constexpr value_type value(const At&) const {
    static_assert(
        !std::is_same_v<At, At>,
        "stencil: a value of solve(A, rhs) needs its whole column, which this operation does not have; assign "
        "the solution to a field and use that field here");
    return {};
  }
};

/// Whether a node is a SolveNode.
template <class N>
inline constexpr bool is_solve = requires { typename N::stencil_solve; };

}  // namespace stencil
