// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/algorithm/output.hpp>
#include <stencil/columnwise/solve.hpp>
#include <stencil/matrix/product.hpp>
#include <stencil/nodes/solve.hpp>
#include <stencil/plan/text.hpp>

namespace stencil {

/// x = solve(A, rhs): the x with A x = rhs in every column. A: a square matrix expression at centers or faces, such as
/// identity() - dt * jacobian(tendency, wrt(x)); rhs: an expression at the same location. Units: rhs / A. The matrix,
/// the right side and the elimination are one kernel; the matrix is not stored in memory. Elimination is without
/// pivoting: A should be diagonally dominant or symmetric positive definite; a zero pivot gives infinities or NaN. x
/// may appear in A and in rhs. On a periodic grid the band wraps around. Inside a column function x is a value like any
/// other.
template <MatrixOperand A, class Right>
  requires(IsOperand<Right> || IsLiteral<Right>)
STENCIL_FUNCTION constexpr auto solve(A&& matrix, Right&& right) {
  refuse_temporaries<Right>();
  using M = node_of<A>;
  const auto rhs = as_node_beside<M>(right);
  using R = std::remove_const_t<decltype(rhs)>;
  constexpr bool square = std::is_same_v<column_location<M>, typename M::location>;
  static_assert(square,
                "stencil: solve takes a square matrix, whose rows and columns are both at centers or both at faces");
  static_assert(share_memory_space<typename M::space, typename R::space>,
                "stencil: host and device fields cannot be combined in one expression; give all fields of the "
                "expression the same backend");
  if constexpr (!column_functions::can_eliminate<M>()) {
    return;
  } else if constexpr (!column_functions::stands_at_rows_of<M, R>()) {
    return;
  } else if constexpr (column_functions::IsColumnValue<M>) {
    return column_functions::solved(as_node(matrix), rhs);
  } else if constexpr (column_functions::IsColumnValue<R>) {
    return column_functions::solved(column_functions::as_value(column_functions::lane_of(rhs), as_node(matrix)), rhs);
  } else if constexpr (square) {
    return SolveNode<M, R>{as_node(matrix), rhs};
  }
}
/// A compile-time error for what is no matrix.
template <class A, class Right>
  requires(!MatrixOperand<A> && (IsOperand<A> || IsOperand<Right>))
STENCIL_FUNCTION constexpr auto solve(const A&, const Right&) {
  static_assert(!std::is_same_v<A, A>,
                "stencil: solve takes a band matrix, band(lower, diagonal, upper) or one made by jacobian(f, x), and "
                "then the right side; with what factorize(A) gives it is lu.solve(b)");
}
/// A compile-time error for a right side of several values, or of something else.
template <MatrixOperand A, class Right>
  requires(!IsOperand<Right> && !IsLiteral<Right>)
STENCIL_FUNCTION constexpr auto solve(const A&, const Right&) {
  static_assert(!std::is_same_v<A, A>,
                "stencil: the right side of solve is one field, expression or number; for blocks<2>(a, b, c, d) write "
                "it as vec(f, g), and several right sides of one matrix are for factorize(A).solve(b) inside a column "
                "function");
}
template <class A, class B, class C, class... More>
  requires(IsOperand<A> || IsOperand<B> || IsOperand<C> || (IsOperand<More> || ...))
STENCIL_FUNCTION constexpr auto solve(const A&, const B&, const C&, const More&...) {
  static_assert(
      !std::is_same_v<A, A>,
      "stencil: solve takes one matrix and one right side; three diagonals are a matrix as "
      "solve(band(lower, diagonal, upper), b), and several right sides are for factorize(A).solve(b, c) inside "
      "a column function");
}
template <IsOperand A>
STENCIL_FUNCTION constexpr auto solve(const A&) {
  static_assert(!std::is_same_v<A, A>, "stencil: solve takes a matrix and then the right side: solve(A, b)");
}

}  // namespace stencil
