// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <type_traits>

#include <stencil/assign/check.hpp>
#include <stencil/assign/each_once.hpp>
#include <stencil/error.hpp>
#include <stencil/matrix/newton.hpp>
#include <stencil/matrix/schur.hpp>
#include <stencil/plan/any_leaf.hpp>

/// Systems of a field u and other fields v1, v2, ... that are coupled to u only. The matrix of the system has the shape
/// of an arrow:  A u + B1 v1 + B2 v2 + ... = f,  C1 u + d1 v1 = g1,  C2 u + d2 v2 = g2, ...
namespace stencil {

/// One of these fields, v, kept by reference, and its equation: an ArrowheadTip or a FollowingTip.
template <class Field, class Equation>
struct TipOf : Equation {
  Field& field;
};

namespace detail::arrowheads {
/// Whether matrices have rows at levels, which multiples of identity() have not.
template <class... M>
constexpr bool have_rows() {
  constexpr bool have = (!std::is_same_v<typename node_of<M>::location, AnyLocation> && ...);
  static_assert(have,
                "stencil: the matrices of tip(v, B, C, d, g) and tip(v, C, D, g) have rows at centers or faces; a "
                "multiple of identity() has none: for 0.1 * identity() write diagonal(0.1 + 0.0 * v)");
  return have;
}
struct NoEquation {};
template <class...>
inline constexpr bool are_equation = false;
template <MatrixOperand B, MatrixOperand C, class D, IsOperand G>
inline constexpr bool are_equation<B, C, D, G> = IsOperand<D> || IsLiteral<D>;
template <class...>
inline constexpr bool are_following = false;
template <MatrixOperand C, MatrixOperand D, IsOperand G>
inline constexpr bool are_following<C, D, G> = true;

}  // namespace detail::arrowheads

/// A further unknown v of solve_arrowhead, with the equation C u + d v = g and the term B v in the equation of u. v:
/// the field that gets the solution. B: a matrix with rows where u is and columns where v is, in units of f / v; C: the
/// other way round, in units of g / u. d: the diagonal of v's matrix, nowhere zero, in units of g / v: values where v
/// is, values per column or a number. g: values where v is.
template <detail::newton_method::Unknown V, MatrixOperand B, MatrixOperand C, class D, IsOperand G>
  requires(IsOperand<D> || IsLiteral<D>)
constexpr auto tip(V& v, const B& b, const C& c, const D& d, const G& g) {
  constexpr bool diagonal = !is_band_row<typename node_of<D>::value_type>;
  static_assert(diagonal,
                "stencil: tip(v, B, C, d, g) takes the diagonal of v's matrix as values, a field for example; where u "
                "does not depend on v, tip(v, C, D, g) takes any band matrix");
  using Equation = ArrowheadTip<node_of<B>, node_of<C>, node_of<D>, node_of<G>>;
  if constexpr (detail::arrowheads::have_rows<B, C>())
    return TipOf<V, Equation>{{as_node(b), as_node(c), as_node(d), as_node(g)}, v};
}
/// The same for a v on which u does not depend; D is any band matrix.
template <detail::newton_method::Unknown V, MatrixOperand C, MatrixOperand D, IsOperand G>
constexpr auto tip(V& v, const C& c, const D& d, const G& g) {
  using Equation = FollowingTip<node_of<C>, node_of<D>, node_of<G>>;
  if constexpr (detail::arrowheads::have_rows<C, D>())
    return TipOf<V, Equation>{{as_node(c), as_node(d), as_node(g)}, v};
}

/// A compile-time error for blocks that are no matrices, and for other numbers of arguments.
template <detail::newton_method::Unknown V, class... Given>
  requires(!(sizeof...(Given) == 4 && detail::arrowheads::are_equation<Given...>) &&
           !(sizeof...(Given) == 3 && detail::arrowheads::are_following<Given...>))
constexpr auto tip(V& v, const Given&...) {
  static_assert(
      !std::is_same_v<V, V>,
      "stencil: tip(v, B, C, d, g) takes the unknown's field, two matrices, such as dt * "
      "operator_matrix(op), the diagonal of v's matrix and the right side, an expression; tip(v, C, D, g) two "
      "matrices and the right side");
  return TipOf<V, detail::arrowheads::NoEquation>{{}, v};
}

namespace detail::arrowheads {

/// The memory of an unknown's field; ShapeError if it has none.
template <class V>
plan::AnyLeaf leaf_of(const V& v) {
  const plan::AnyLeaf leaf(v.node());
  checks::require_destination(leaf);
  return leaf;
}
template <class F>
void require_numbers(const F& unknowns) {
  if (detail::newton_method::is_finite_everywhere(unknowns)) return;
  const auto size = detail::newton_method::largest(unknowns);
  throw SolveError("solve_arrowhead: a pivot vanished, or an operand is not a number; the solution is not finite",
                   size.column, size.level);
}

/// Computes the fields of the tips, and writes them when all have been computed.
template <class U>
void find_tips(const U&) {}
template <class U, class First, class... Rest>
void find_tips(const U& u, const First& first, const Rest&... rest) {
  detail::newton_method::Copy<decltype(first.field)> v(first.field.grid());
  v = first.found(u);
  require_numbers(v);
  find_tips(u, rest...);
  first.field = v;
}

}  // namespace detail::arrowheads

/// Solves an arrowhead system: eliminates its tips, tip(v, B, C, d, g), solves for u, then for each tip, in one kernel
/// for each field. A: the matrix of u; f: its right side. The operands may contain u and the fields of the tips, since
/// nothing is written before everything has been computed. Throws Error, before that, if a field is given twice, as a
/// tip of two or as u and a tip, and SolveError, with column and level, if a solution is not finite; then the fields
/// keep their values. Waits for the device.
template <detail::newton_method::Unknown U, IsOperand A, IsOperand F, class... Tips>
void solve_arrowhead(U& u, const A& a, const F& f, const Tips&... tips) {
  detail::newton_method::Copy<U> found(u.grid());
  detail::checks::require_each_once(
      "solve_arrowhead solves for each of its fields once",
      std::array{detail::arrowheads::leaf_of(u), detail::arrowheads::leaf_of(tips.field)...});
  found = solve(schur_matrix(a, tips...), schur_right(f, tips...));
  detail::arrowheads::require_numbers(found);
  detail::arrowheads::find_tips(found, tips...);
  u = found;
}

}  // namespace stencil
