// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/results.hpp>
#include <stencil/expression/column_value.hpp>
#include <stencil/matrix/schur.hpp>

/// Arrowhead systems inside column functions.
namespace stencil {

namespace column_functions {

/// The first column value among nodes; the last node if there is none.
template <class First, class... Rest>
constexpr auto first_column_value() {
  if constexpr (IsColumnValue<First> || sizeof...(Rest) == 0) {
    return std::type_identity<First>{};
  } else {
    return first_column_value<Rest...>();
  }
}
template <class... N>
using FirstColumnValue = typename decltype(first_column_value<N...>())::type;

/// Whether values of N stand at a location, those without levels among them.
template <class N, class Where>
inline constexpr bool stands_at = std::is_same_v<typename CommonLocation<typename N::location, Where>::type, Where> &&
                                  !is_band_row<typename N::value_type>;
template <class N, class Rows, class Columns>
constexpr bool is_matrix_between() {
  if constexpr (MatrixOperand<N>) {
    return std::is_same_v<typename N::location, Rows> && std::is_same_v<column_location<N>, Columns>;
  } else {
    return false;
  }
}

/// Whether nodes make a tip: matrices between two locations, and values at that of v.
template <class B, class C, class D, class G>
constexpr bool is_equation_of_tip() {
  if constexpr (MatrixOperand<C>) {
    using OfV = typename C::location;
    using OfU = column_location<C>;
    constexpr bool has_levels = std::is_same_v<typename D::location, OfV> || std::is_same_v<typename G::location, OfV>;
    return is_matrix_between<B, OfU, OfV>() && stands_at<D, OfV> && stands_at<G, OfV> && has_levels;
  } else {
    return false;
  }
}
template <class C, class D, class G>
constexpr bool is_equation_of_following_tip() {
  if constexpr (MatrixOperand<C>) {
    using OfV = typename C::location;
    return is_matrix_between<D, OfV, OfV>() && stands_at<G, OfV>;
  } else {
    return false;
  }
}

/// Whether none of these matrices is a multiple of identity().
template <class... M>
constexpr bool have_rows() {
  constexpr bool have = ((!MatrixOperand<M> || !std::is_same_v<typename M::location, AnyLocation>) && ...);
  static_assert(
      have,
      "stencil: the matrices of tip(B, C, d, g) and tip(C, D, g) have rows at centers or faces; a multiple of "
      "identity() has none: for 0.1 * identity() write diagonal(0.1 + 0.0 * v)");
  return have;
}

/// Whether T is a tip for values inside column functions, and for a u at a location.
template <class T, class OfU = void>
inline constexpr bool is_tip = false;
template <class B, class C, class D, class G, class OfU>
inline constexpr bool is_tip<ArrowheadTip<B, C, D, G>, OfU> =
    std::is_void_v<OfU> || std::is_same_v<column_location<C>, OfU>;
template <class C, class D, class G, class OfU>
inline constexpr bool is_tip<FollowingTip<C, D, G>, OfU> =
    std::is_void_v<OfU> || std::is_same_v<column_location<C>, OfU>;

/// Whether a system has a square matrix A, a right side where its rows are, and tips of the same unknown, at a
/// location.
template <class OfU, class A, class F, class... Tips>
inline constexpr bool is_arrowhead_at =
    is_square_matrix_at<A, OfU>() && stands_at<F, OfU> && (is_tip<Tips, OfU> && ...);
template <class... Parts>
inline constexpr bool is_arrowhead = is_arrowhead_at<Center, Parts...> || is_arrowhead_at<Face, Parts...>;

}  // namespace column_functions

/// Inside a column function: a further unknown v of solve_arrowhead, with the equation C u + d v = g and the term B v
/// in the equation of u. d: the diagonal of v's matrix, values where v is, values per column or a number, nowhere zero.
template <class B, class C, class D, class G>
  requires(IsOperand<B> && IsOperand<C> && (IsOperand<D> || IsLiteral<D>) && (IsOperand<G> || IsLiteral<G>) &&
           (column_functions::IsColumnValue<B> || column_functions::IsColumnValue<C> ||
            column_functions::IsColumnValue<D> || column_functions::IsColumnValue<G>))
STENCIL_FUNCTION constexpr auto tip(const B& b, const C& c, const D& d, const G& g) {
  constexpr bool rows = column_functions::have_rows<node_of<B>, node_of<C>>();
  constexpr bool fits = rows && column_functions::is_equation_of_tip<node_of<B>, node_of<C>, node_of<D>, node_of<G>>();
  static_assert(
      fits || !rows,
      "stencil: tip(B, C, d, g) inside a column function takes matrices B, with rows where u is and columns "
      "where v is, and C, the other way round, then the diagonal d of v's matrix and the right side g, values "
      "where v is; where u does not depend on v, tip(C, D, g) takes any band matrix D");
  if constexpr (fits) {
    using Beside = column_functions::FirstColumnValue<node_of<B>, node_of<C>, node_of<D>, node_of<G>>;
    const auto diagonal = as_node_beside<Beside>(d);
    const auto right = as_node_beside<Beside>(g);
    return ArrowheadTip<node_of<B>, node_of<C>, std::remove_const_t<decltype(diagonal)>,
                        std::remove_const_t<decltype(right)>>{as_node(b), as_node(c), diagonal, right};
  }
}
/// The same for a v on which u does not depend, with any band matrix D: C u + D v = g.
template <class C, class D, class G>
  requires(IsOperand<C> && IsOperand<D> && (IsOperand<G> || IsLiteral<G>) &&
           (column_functions::IsColumnValue<C> || column_functions::IsColumnValue<D> ||
            column_functions::IsColumnValue<G>))
STENCIL_FUNCTION constexpr auto tip(const C& c, const D& d, const G& g) {
  constexpr bool rows = column_functions::have_rows<node_of<C>, node_of<D>>();
  constexpr bool fits = rows && column_functions::is_equation_of_following_tip<node_of<C>, node_of<D>, node_of<G>>();
  static_assert(
      fits || !rows,
      "stencil: tip(C, D, g) inside a column function takes a matrix C with rows where v is and columns where "
      "u is, a square band matrix D of v, and the right side g, values where v is");
  if constexpr (fits) {
    using Beside = column_functions::FirstColumnValue<node_of<C>, node_of<D>, node_of<G>>;
    const auto right = as_node_beside<Beside>(g);
    return FollowingTip<node_of<C>, node_of<D>, std::remove_const_t<decltype(right)>>{as_node(c), as_node(d), right};
  }
}

/// A compile-time error for a number where a matrix belongs.
template <class B, class C, class D, class... G>
  requires(sizeof...(G) == 1 && (IsLiteral<B> || IsLiteral<C>) && (IsOperand<B> || IsLiteral<B>) &&
           (IsOperand<C> || IsLiteral<C>) &&
           (column_functions::IsColumnValue<B> || column_functions::IsColumnValue<C> ||
            column_functions::IsColumnValue<D> || (column_functions::IsColumnValue<G> || ...)))
STENCIL_FUNCTION constexpr auto tip(const B&, const C&, const D&, const G&... g) {
  static_assert(!std::is_same_v<B, B>,
                "stencil: tip(B, C, d, g) inside a column function takes two matrices, the diagonal d and the right "
                "side g; for a matrix of 0.1 on the diagonal write diagonal(0.1 + 0.0 * v)");
  return (g, ...);
}

/// Inside a column function: the unknowns of an arrowhead system, A u + B1 v1 + B2 v2 + ... = f with the equations of
/// its tips, as results: `const auto [u, v1, v2] = solve_arrowhead(A, f, tip(B1, C1, d1, g1), tip(B2, C2, d2, g2));`.
/// The tips are eliminated, which leaves one band system for u. A: a matrix; identity() and its multiples too.
/// Elimination is without pivoting; a zero pivot, or a zero in d, gives infinities or NaN.
template <IsOperand A, class F, class... Tips>
  requires((IsOperand<F> || IsLiteral<F>) && sizeof...(Tips) > 0 && (column_functions::is_tip<Tips> && ...))
STENCIL_FUNCTION constexpr auto solve_arrowhead(const A& a, const F& f, const Tips&... tips) {
  constexpr bool fits = column_functions::is_arrowhead<node_of<A>, node_of<F>, Tips...>;
  static_assert(
      fits,
      "stencil: solve_arrowhead(A, f, tip(...), ...) inside a column function takes the square matrix A of u, "
      "its right side f, values where u is, and tips whose matrices lead from there and back");
  if constexpr (fits) {
    const auto u = solve(schur_matrix(a, tips...), schur_right(as_node_beside<node_of<A>>(f), tips...));
    return results(u, tips.found(u)...);
  }
}
/// A compile-time error for what is no tip, and for none.
template <IsOperand A, class F, class... Others>
  requires((column_functions::IsColumnValue<A> || column_functions::IsColumnValue<F>) &&
           (sizeof...(Others) == 0 || !(column_functions::is_tip<Others> && ...)))
STENCIL_FUNCTION constexpr auto solve_arrowhead(const A&, const F&, const Others&...) {
  static_assert(!std::is_same_v<A, A>,
                "stencil: solve_arrowhead(A, f, tip(...), ...) inside a column function takes A and f of u, and then a "
                "tip(B, C, d, g) or tip(C, D, g) for each further unknown");
}

}  // namespace stencil
