// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/results.hpp>
#include <stencil/columnwise/ring.hpp>
#include <stencil/columnwise/solve_pairs.hpp>
#include <stencil/columnwise/solve_steps.hpp>
#include <stencil/columnwise/solve_together.hpp>

/// Band systems inside column functions: elimination upward and substitution downward, each a march.
namespace stencil::column_functions {

/// Whether a matrix can be eliminated: it tells how many rows it has, and its entries can be divided.
template <class Matrix>
STENCIL_FUNCTION constexpr bool can_eliminate() {
  constexpr bool has_levels =
      !std::is_same_v<typename Matrix::location, Surface> && !std::is_same_v<typename Matrix::location, AnyLocation>;
  static_assert(
      has_levels,
      "stencil: the diagonals of this matrix are numbers and values per column, so nothing says how many rows "
      "it has; give one of them levels, as in band(-1.0, diagonal + 0.0 * x, -1.0), or in blocks "
      "diagonal(1.0 + 0.0 * x) for identity()");
  constexpr bool floating = !std::is_integral_v<scalar_of<typename Matrix::value_type>>;
  static_assert(!has_levels || floating,
                "stencil: solve and factorize divide by entries of their matrix, which must be floating-point values; "
                "convert integers, as in diagonal(1.0 * n)");
  return has_levels && floating;
}
/// Whether values stand where a matrix has its rows.
template <class Matrix, class N>
STENCIL_FUNCTION constexpr bool stands_at_rows_of() {
  constexpr bool fits = std::is_same_v<typename CommonLocation<typename N::location, typename Matrix::location>::type,
                                       typename Matrix::location>;
  static_assert(fits, "stencil: the right side of solve has its values where the matrix has its rows");
  return fits && has_right_sides<typename Matrix::value_type, typename N::value_type>();
}

/// Whether a node is a square matrix of an unknown at a location; of one without levels, such as a number times
/// identity(), others tell the rows.
template <class N, class Where>
constexpr bool is_square_matrix_at() {
  using Row = typename N::value_type;
  if constexpr (std::is_same_v<Row, IdentityRow>) {
    return true;
  } else if constexpr (is_band_row<Row>) {
    return Row::low % 2 == 0 && std::is_same_v<typename CommonLocation<typename N::location, Where>::type, Where>;
  } else {
    return false;
  }
}

/// What stands on the right of a system, as a value at the matrix's rows.
template <class Matrix, class Lane, class N>
STENCIL_FUNCTION constexpr auto right_side(const Lane& lane, const N& node) {
  if constexpr (stands_at_rows_of<Matrix, N>()) return as_value(lane, node);
}

/// The unknowns, from the factors above the diagonal and the right sides after elimination.
template <class X, int Above, class Rows, class Up>
STENCIL_FUNCTION constexpr auto substituted_downward(const Rows& factors, const Up& up) {
  const auto down = marched(DirectionFromTop{}, Substitute<0, Above, false>{}, X{}, factors, up);
  return argument_at<0>(down.rows);
}

/// A matrix that was eliminated once, for any number of right sides. Made by factorize(A). Together: by the lanes of a
/// column at once, not by marches. Upper: the factors above the diagonal, where these are rows for themselves; of lanes
/// that solve together the reduced system of their last unknowns, where they keep it.
template <class Rows, bool Together, class Upper = NotApart>
struct Factorized {
  using Row = typename Rows::value_type;
  static constexpr bool apart = !Together && !std::is_same_v<Upper, NotApart>;
  static constexpr int below = -Row::low / 2;
  static constexpr int above = [] {
    if constexpr (apart) {
      return Upper::value_type::high / 2;
    } else {
      return Row::high / 2;
    }
  }();
  Rows rows;  ///< of the factors
  Upper upper{};

  /// The x with A x = b, for values at the rows of A or one value per column.
  template <class B>
    requires(IsOperand<B> || IsLiteral<B>)
  STENCIL_FUNCTION constexpr auto solve(const B& b) const {
    const auto& lane = lane_of(rows);
    const auto right = with_rows(lane, right_side<Rows>(lane, as_node_beside<Rows>(b)));
    using R = std::remove_const_t<decltype(right)>;
    using X = std::remove_cvref_t<decltype(std::declval<typename Row::entry_type>() *
                                           std::declval<typename R::value_type>())>;
    if constexpr (Together) {
      return solved_in_lanes<X>(lane, rows, upper, right);
    } else if constexpr (may_be_ring<std::remove_cvref_t<decltype(lane)>> && below + above > 0) {
      decltype(substituted<X>(right)) x{{}, rows.lane};
      if (is_ring(lane)) {
        x.rows = solved_around<X, below, above>(lane, all_rows(), right).rows;
      } else {
        x.rows = substituted<X>(right).rows;
      }
      return x;
    } else {
      return substituted<X>(right);
    }
  }
  /// The same for several right sides, in order: `auto [x, y] = lu.solve(b, c);`. Lanes that wait for each other in
  /// every exchange solve for all of them at once.
  template <class First, class Second, class... Rest>
    requires((IsOperand<First> || IsLiteral<First>) && (IsOperand<Second> || IsLiteral<Second>) &&
             ((IsOperand<Rest> || IsLiteral<Rest>) && ...))
  STENCIL_FUNCTION constexpr auto solve(const First& first, const Second& second, const Rest&... rest) const {
    if constexpr (solves_at_once<First, Second, Rest...>()) {
      return components_of(
          solve(vec(as_node_beside<Rows>(first), as_node_beside<Rows>(second), as_node_beside<Rows>(rest)...)),
          std::make_integer_sequence<int, 2 + static_cast<int>(sizeof...(Rest))>{});
    } else {
      return results(solve(first), solve(second), solve(rest)...);
    }
  }

  /// The same for right sides of which some are arrays, structs or together(...): solutions in the same shapes, `auto
  /// [moved, x] = lu.solve(tracers, b);`.
  template <class... B>
    requires((is_member<B> && ...) && (is_group<B> || ...))
  STENCIL_FUNCTION constexpr auto solve(const B&... b) const {
    return taken_apart(
        [&](const auto&... singles) {
          if constexpr (sizeof...(singles) == 1) {
            return regrouped<shape_of<B>...>(results(solve(singles)...));
          } else {
            return regrouped<shape_of<B>...>(solve(singles...));
          }
        },
        b...);
  }
  /// A compile-time error for lu.solve().
  template <class... None>
    requires(sizeof...(None) == 0)
  STENCIL_FUNCTION constexpr auto solve(const None&...) const {
    static_assert(sizeof...(None) > 0,
                  "stencil: the factors of a matrix solve for right sides: x = lu.solve(b), or auto [x, y] = "
                  "lu.solve(b, c)");
  }

 private:
  template <class B>
  using value_beside =
      typename std::remove_cvref_t<decltype(as_node_beside<Rows>(std::declval<const B&>()))>::value_type;
  /// Whether right sides are solved for as one Vec: if lanes exchange equations for each, and all are numbers of the
  /// matrix's precision.
  template <class... B>
  static constexpr bool solves_at_once() {
    if constexpr (Together) {
      return std::is_same_v<Upper, NotApart> && (std::is_same_v<value_beside<B>, typename Row::entry_type> && ...);
    } else {
      return false;
    }
  }
  template <class X, int... I>
  STENCIL_FUNCTION static constexpr auto components_of(const X& x, std::integer_sequence<int, I...>) {
    return results(component<I>(x)...);
  }
  STENCIL_FUNCTION constexpr auto all_rows() const {
    if constexpr (apart) {
      return with_rows(lane_of(rows), rows + upper);
    } else {
      return rows;
    }
  }
  template <class X, class R>
  STENCIL_FUNCTION constexpr auto substituted(const R& right) const {
    const auto up = marched(DirectionFromBottom{}, Substitute<below, above, true>{}, X{}, rows, right);
    if constexpr (apart) {
      return substituted_downward<X, above>(upper, argument_at<0>(up.rows));
    } else {
      return substituted_downward<X, above>(rows, argument_at<0>(up.rows));
    }
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
  using Entry = typename Row::entry_type;
  constexpr bool square = Row::low % 2 == 0;
  static_assert(square,
                "stencil: solve takes a square matrix, whose rows and columns are both at centers or both at faces");
  if constexpr (square) {
    const auto& lane = lane_of(matrix);
    using Lane = std::remove_cvref_t<decltype(lane)>;
    if constexpr (solves_together<Lane, Row>) {
      const auto rows = eliminated_in_lanes(lane, matrix);
      using Rows = std::remove_const_t<decltype(rows)>;
      if constexpr (keeps_reduction<Lane, Row>) {
        const auto reduced = reduced_in_lanes(lane, rows);
        return Factorized<Rows, true, std::remove_const_t<decltype(reduced)>>{rows, reduced};
      } else {
        return Factorized<Rows, true>{rows};
      }
    } else if constexpr (requires { Lane::solves_at_once; } && (Row::high > 0)) {
      const auto all = marched(DirectionFromBottom{}, elimination_of<EliminateApart<Row>>(matrix), Entry{}, matrix);
      const auto& upper = argument_at<0>(all.rows);
      const auto& rows = argument_at<1>(all.rows);
      return Factorized<std::remove_cvref_t<decltype(rows)>, false, std::remove_cvref_t<decltype(upper)>>{rows, upper};
    } else {
      const auto step = elimination_of<Eliminate<Row>>(matrix);
      const auto all = marched(DirectionFromBottom{}, step, Entry{}, matrix);
      const auto rows = argument_at<0>(all.rows);
      return Factorized<std::remove_const_t<decltype(rows)>, false>{rows};
    }
  }
}

/// The unknowns, from what EliminateWith gave. right: gives the right side, which rings read again.
template <class Row, class Lane, class Rows, class Right>
STENCIL_FUNCTION constexpr auto after_elimination(const Lane& lane, const Rows& rows,
                                                  [[maybe_unused]] const Right& right) {
  using X = multiplied_by<typename Row::entry_type>;
  using Step = Eliminate<Row>;
  const auto& upper = argument_at<0>(rows);
  auto x = substituted_downward<X, Step::above>(upper, argument_at<1>(rows));
  if constexpr (may_be_ring<Lane>) {
    if (is_ring(lane)) {
      const auto factors = with_rows(lane, argument_at<2>(rows) + upper);
      x.rows = solved_around<X, Step::below, Step::above>(lane, factors, right()).rows;
    }
  }
  return x;
}

/// The x with A x = b for one b. A lane may state `solves_at_once`: it eliminates numbers with their right side, and
/// keeps factors above the diagonal apart from the others.
template <class M, class B>
STENCIL_FUNCTION constexpr auto solved(const M& matrix, const B& b) {
  using Row = typename M::value_type;
  using Entry = typename Row::entry_type;
  using Lane = std::remove_cvref_t<decltype(lane_of(matrix))>;
  constexpr bool square = Row::low % 2 == 0;
  if constexpr (requires { Lane::solves_at_once; } && square && (Row::high > 0) &&
                std::is_same_v<multiplied_by<Entry>, typename B::value_type> && is_real_entry<Entry>) {
    const auto& lane = lane_of(matrix);
    const auto right = right_side<M>(lane, b);
    const auto all = marched(DirectionFromBottom{}, elimination_of<EliminateWith<Row>>(matrix), Entry{}, matrix, right);
    return after_elimination<Row>(lane, all.rows, [&] { return with_rows(lane, right); });
  } else if constexpr (square && solves_together<Lane, Row>) {
    // One right side goes along with the reduction.
    const auto rows = eliminated_in_lanes(lane_of(matrix), matrix);
    // With a name: of a temporary g++ 12 -O1 says that its empty member may be used uninitialized.
    const Factorized<std::remove_const_t<decltype(rows)>, true> factors{rows};
    return factors.solve(b);
  } else {
    return factorized(matrix).solve(b);
  }
}

}  // namespace stencil::column_functions

namespace stencil {

/// Eliminates a band matrix inside a column function, once for any number of right sides: `const auto lu =
/// factorize(A); x = lu.solve(b1); y = lu.solve(b2);`, or `auto [x, y] = lu.solve(b1, b2);`. A as for solve.
/// Elimination is without pivoting; a zero pivot gives infinities or NaN.
template <class A>
  requires(column_functions::IsColumnValue<A> && is_band_row<typename A::value_type>)
STENCIL_FUNCTION constexpr auto factorize(const A& matrix) {
  if constexpr (column_functions::can_eliminate<A>()) return column_functions::factorized(matrix);
}
// Without a value of the column in it there is nothing to eliminate here.
template <IsOperand A>
  requires(is_band_row<typename A::value_type> && !column_functions::IsColumnValue<A>)
STENCIL_FUNCTION constexpr auto factorize(const A&) {
  static_assert(!std::is_same_v<A, A>,
                "stencil: factorize takes a matrix of values, inside a column function; one of operators and numbers "
                "alone is given to solve(A, b), or gets a value: (1.0 + 0.0 * x) * operator_matrix(op)");
}
/// @cond
// A compile-time error for what is no matrix.
template <class A>
STENCIL_FUNCTION constexpr auto factorize(const A&) {
  static_assert(!std::is_same_v<A, A>,
                "stencil: factorize takes a band matrix: band(lower, diagonal, upper), or one made by jacobian(f, x)");
}
/// @endcond

}  // namespace stencil
