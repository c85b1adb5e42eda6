// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/ring.hpp>
#include <stencil/columnwise/solve_steps.hpp>
#include <stencil/columnwise/solve_together.hpp>

/// Band systems inside column functions: elimination upward and substitution downward, each a march.
namespace stencil::column_functions {

/// What stands on the right of a system, as a value at the matrix's rows.
template <class Matrix, class Lane, class N>
STENCIL_FUNCTION constexpr auto right_side(const Lane& lane, const N& node) {
  constexpr bool fits = std::is_same_v<typename CommonLocation<typename N::location, typename Matrix::location>::type,
                                       typename Matrix::location>;
  static_assert(fits, "stencil: the right side of solve has its values where the matrix has its rows");
  if constexpr (fits) return with_rows(lane, as_value(lane, node));
}

/// The unknowns, from the factors and the right sides after elimination.
template <class X, class Rows, class Up>
STENCIL_FUNCTION constexpr auto substituted_downward(const Rows& factors, const Up& up) {
  using Row = typename Rows::value_type;
  const auto down = marched(FromTop{}, Substitute<-Row::low / 2, Row::high / 2, false>{}, X{}, factors, up);
  return argument<0>(down.rows);
}

/// A matrix that was eliminated once, for any number of right sides. Made by factorize(A). Together: by the lanes of a
/// column at once, not by marches.
template <class Rows, bool Together>
struct Factorized {
  using Row = typename Rows::value_type;
  static constexpr int below = -Row::low / 2;
  static constexpr int above = Row::high / 2;
  Rows rows;  ///< of the factors

  /// The x with A x = b, for values at the rows of A or one value per column.
  template <class B>
    requires(Operand<B> || Literal<B>)
  STENCIL_FUNCTION constexpr auto solve(const B& b) const {
    const auto& lane = lane_of(rows);
    const auto right = right_side<Rows>(lane, as_node_beside<Rows>(b));
    using R = std::remove_const_t<decltype(right)>;
    using X = std::remove_cvref_t<decltype(std::declval<typename Row::entry_type>() *
                                           std::declval<typename R::value_type>())>;
    if constexpr (Together) {
      return solved_in_lanes<X>(lane, rows, right);
    } else if constexpr (may_be_ring<std::remove_cvref_t<decltype(lane)>> && below + above > 0) {
      decltype(substituted<X>(right)) x{{}, rows.lane};
      if (is_ring(lane)) {
        x.rows = solved_around<X, below, above>(lane, rows, right).rows;
      } else {
        x.rows = substituted<X>(right).rows;
      }
      return x;
    } else {
      return substituted<X>(right);
    }
  }

 private:
  template <class X, class R>
  STENCIL_FUNCTION constexpr auto substituted(const R& right) const {
    const auto up = marched(FromBottom{}, Substitute<below, above, true>{}, X{}, rows, right);
    return substituted_downward<X>(rows, argument<0>(up.rows));
  }
};

/// The step that eliminates a matrix.
template <class Step, class M>
STENCIL_FUNCTION constexpr Step elimination_of(const M& matrix) {
  const auto& lane = lane_of(matrix);
  const int rows = lane.template rows_of_column<typename M::location>();
  return Step{rows, is_ring(lane) ? RingBand<Step::below, Step::above>::inner_of(rows) : rows};
}

/// The factors of a matrix inside a column function.
template <class M>
STENCIL_FUNCTION constexpr auto factorized(const M& matrix) {
  using Row = typename M::value_type;
  constexpr bool square = Row::low % 2 == 0;
  static_assert(square,
                "stencil: solve takes a square matrix, whose rows and columns are both at centers or both at faces");
  if constexpr (square) {
    const auto& lane = lane_of(matrix);
    if constexpr (solves_together<std::remove_cvref_t<decltype(lane)>, Row>) {
      const auto rows = eliminated_in_lanes(lane, matrix);
      return Factorized<std::remove_const_t<decltype(rows)>, true>{rows};
    } else {
      const auto step = elimination_of<Eliminate<Row>>(matrix);
      const auto all = marched(FromBottom{}, step, typename Row::entry_type{}, matrix);
      const auto rows = argument<0>(all.rows);
      return Factorized<std::remove_const_t<decltype(rows)>, false>{rows};
    }
  }
}

/// The x with A x = b for one b. A lane may state `solves_at_once`: it eliminates numbers with their right side.
template <class M, class B>
STENCIL_FUNCTION constexpr auto solved(const M& matrix, const B& b) {
  using Row = typename M::value_type;
  using X = typename Row::entry_type;
  using Lane = std::remove_cvref_t<decltype(lane_of(matrix))>;
  constexpr bool square = Row::low % 2 == 0;
  if constexpr (requires { Lane::solves_at_once; } && square && std::is_same_v<X, typename B::value_type> &&
                std::is_floating_point_v<X>) {
    const auto& lane = lane_of(matrix);
    const auto right = right_side<M>(lane, b);
    const auto all = marched(FromBottom{}, elimination_of<EliminateWith<Row>>(matrix), X{}, matrix, right);
    const auto& factors = argument<0>(all.rows);
    auto x = substituted_downward<X>(factors, argument<1>(all.rows));
    using Step = Eliminate<Row>;
    if constexpr (may_be_ring<Lane> && Step::below + Step::above > 0) {
      if (is_ring(lane)) x.rows = solved_around<X, Step::below, Step::above>(lane, factors, right).rows;
    }
    return x;
  } else {
    return factorized(matrix).solve(b);
  }
}

}  // namespace stencil::column_functions

namespace stencil {

/// Eliminates a band matrix inside a column function, once for any number of right sides: `const auto lu =
/// factorize(A); x = lu.solve(b1); y = lu.solve(b2);`. A as for solve. Elimination is without pivoting; a zero pivot
/// gives infinities or NaN.
template <class A>
  requires(column_functions::IsColumnValue<A> && is_band_row<typename A::value_type>)
STENCIL_FUNCTION constexpr auto factorize(const A& matrix) {
  return column_functions::factorized(matrix);
}

}  // namespace stencil
