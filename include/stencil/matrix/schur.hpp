// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/matrix/solve.hpp>

/// Elimination from a coupled system of what is coupled to one unknown only: Schur complements.
namespace stencil {

/// The equation C u + d v = g of an unknown v, and its term B v in that of u. d: the diagonal of v's matrix, values at
/// its location, nowhere zero. The columns of B and the rows of C are at the location of v, the columns of C and the
/// rows of B at that of u.
template <class B, class C, class D, class G>
struct ArrowheadTip {
  B b;
  C c;
  D d;
  G g;

  /// The matrix, or the right side, of u's equation after v has been eliminated: the Schur complement.
  template <class A>
  STENCIL_FUNCTION constexpr auto from_matrix(const A& a) const {
    return a - b * (c / d);
  }
  template <class F>
  STENCIL_FUNCTION constexpr auto from_right(const F& f) const {
    return f - b * (g / d);
  }
  /// v, from u.
  template <class U>
  STENCIL_FUNCTION constexpr auto found(const U& u) const {
    return (g - c * u) / d;
  }
};
/// The equation C u + D v = g of a v on which u does not depend, with any band matrix D.
template <class C, class D, class G>
struct FollowingTip {
  C c;
  D d;
  G g;

  template <class A>
  STENCIL_FUNCTION constexpr const A& from_matrix(const A& a) const {
    return a;
  }
  template <class F>
  STENCIL_FUNCTION constexpr const F& from_right(const F& f) const {
    return f;
  }
  template <class U>
  STENCIL_FUNCTION constexpr auto found(const U& u) const {
    return solve(d, g - c * u);
  }
};

/// The matrix of u after the tips have been eliminated, as an expression: x = solve(schur_matrix(A, tips...),
/// schur_right(f, tips...)) is one kernel. A: a matrix, or identity().
template <IsOperand A>
STENCIL_FUNCTION constexpr auto schur_matrix(const A& a) {
  return as_node(a);
}
template <IsOperand A, class First, class... Rest>
STENCIL_FUNCTION constexpr auto schur_matrix(const A& a, const First& first, const Rest&... rest) {
  return schur_matrix(first.from_matrix(as_node(a)), rest...);
}
/// The right side of u after the tips have been eliminated; see schur_matrix.
template <IsOperand F>
STENCIL_FUNCTION constexpr auto schur_right(const F& f) {
  return as_node(f);
}
template <IsOperand F, class First, class... Rest>
STENCIL_FUNCTION constexpr auto schur_right(const F& f, const First& first, const Rest&... rest) {
  return schur_right(first.from_right(as_node(f)), rest...);
}

}  // namespace stencil
