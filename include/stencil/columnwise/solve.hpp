// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/algorithm/eliminate.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/ring.hpp>
#include <stencil/columnwise/solve_together.hpp>

/// Band systems inside column functions: elimination upward and substitution downward, each a march.
namespace stencil::column_functions {

/// f of the constants 0 to Count - 1.
template <int Count, class F>
STENCIL_FUNCTION constexpr void each_of(const F& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (f(std::integral_constant<int, I>{}), ...);
  }(std::make_integer_sequence<int, Count>{});
}

/// What elimination leaves of a row of A, as a row of the same shape: below the diagonal the multipliers of the rows
/// below, on it the inverse of the pivot, above it the row of the upper triangle with ones on its diagonal. On a ring
/// entries that lead to the border, and the rows of the border, stay as they are.
template <class Row>
struct Eliminate {
  using System = elimination::System<Row, typename Row::entry_type>;
  static constexpr const char* name = "eliminate";
  static constexpr bool goes_around = true;
  static constexpr int replaces = 0;
  static constexpr int below = System::below;
  static constexpr int above = System::above;
  template <class Entry>
  using Factors = BandRow<Entry, -2 * below, 2 * above>;
  template <class Entry>
  struct State {
    Entry upper[below > 0 ? below : 1][above > 0 ? above : 1];  ///< of the rows below, the next one first
    int row;
  };
  int rows;   ///< of the matrix
  int inner;  ///< of them, those that are eliminated: all but the border of a ring

  template <class...>
  static constexpr bool wide = std::is_floating_point_v<typename Row::entry_type>;

  template <class Entry>
  STENCIL_FUNCTION constexpr State<Entry> begin(const Entry&) const {
    return {};
  }
  template <class At, class Entry, class A>
  STENCIL_FUNCTION constexpr auto row(const At&, State<Entry>& state, const A& matrix) const {
    const bool around = inner < rows;
    auto f = bands::row_of<Factors<Entry>>([&](auto halves) {
      const int column = state.row + halves / 2;
      const Entry entry = matrix.template at<halves>();
      return around || (column >= 0 && column < rows) ? entry : Entry{};
    });
    if (state.row < inner) eliminate(f, state);
    ++state.row;
    return make_arguments(f);
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr NoValues end(const At&, const S&) const {
    return {};
  }

 private:
  template <class Entry>
  STENCIL_FUNCTION constexpr void eliminate(Factors<Entry>& f, State<Entry>& state) const {
    each_of<below>([&](auto i) {
      const auto& lower = state.upper[below - 1 - i];
      each_of<above>([&](auto j) { f.entry[i + 1 + j] = f.entry[i + 1 + j] - f.entry[i] * lower[j]; });
    });
    using elimination::inverse;  // small matrices bring their own
    const Entry scale = inverse(f.entry[below]);
    f.entry[below] = scale;
    const auto is_inner = [&](int j) { return state.row + 1 + j < inner; };
    each_of<above>([&](auto j) {
      if (is_inner(j)) f.entry[below + 1 + j] = scale * f.entry[below + 1 + j];
    });
    each_of<(below > 0 ? below - 1 : 0)>([&](auto n) {
      constexpr int i = below - 1 - n;
      each_of<above>([&](auto j) { state.upper[i][j] = state.upper[i - 1][j]; });
    });
    if constexpr (below > 0)
      each_of<above>([&](auto j) { state.upper[0][j] = is_inner(j) ? f.entry[below + 1 + j] : Entry{}; });
  }
};

/// The last numbers of a march, the latest first.
template <class X, int Size>
struct LastFew {
  X x[Size > 0 ? Size : 1];
  STENCIL_FUNCTION constexpr void push(const X& latest) {
    each_of<(Size > 0 ? Size - 1 : 0)>([&](auto n) { x[Size - 1 - n] = x[Size - 2 - n]; });
    if constexpr (Size > 0) x[0] = latest;
  }
};

/// The right side of a row after elimination (Upward), or the unknown after substitution.
template <int Below, int Above, bool Upward>
struct Substitute {
  template <class X>
  using State = LastFew<X, Upward ? Below : Above>;
  static constexpr const char* name = "substitute";
  static constexpr bool goes_around = true;
  static constexpr int replaces = 1;

  template <class X, class Row, class Y>
  static constexpr bool alike() {
    return std::is_floating_point_v<X> && std::is_same_v<X, Y> && std::is_same_v<typename Row::entry_type, X>;
  }
  template <class... Numbers>
  static constexpr bool wide = alike<Numbers...>();

  template <class X>
  STENCIL_FUNCTION constexpr State<X> begin(const X&) const {
    return {};
  }
  template <class At, class X, int Size, class Factors, class B>
  STENCIL_FUNCTION constexpr auto row(const At&, LastFew<X, Size>& state, const Factors& f, const B& right) const {
    X x = X(right);
    if constexpr (Upward) {
      each_of<Below>([&](auto i) { x = x - f.entry[i] * state.x[Below - 1 - i]; });
      x = f.entry[Below] * x;
    } else {
      each_of<Above>([&](auto j) { x = x - f.entry[Below + 1 + j] * state.x[j]; });
    }
    state.push(x);
    return make_arguments(x);
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr NoValues end(const At&, const S&) const {
    return {};
  }
};

/// What stands on the right of a system, as a value at the matrix's rows.
template <class Matrix, class Lane, class N>
STENCIL_FUNCTION constexpr auto right_side(const Lane& lane, const N& node) {
  constexpr bool fits = std::is_same_v<typename CommonLocation<typename N::location, typename Matrix::location>::type,
                                       typename Matrix::location>;
  static_assert(fits, "stencil: the right side of solve has its values where the matrix has its rows");
  if constexpr (fits) return with_rows(lane, as_value(lane, node));
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
    const auto down = marched(FromTop{}, Substitute<below, above, false>{}, X{}, rows, argument<0>(up.rows));
    return argument<0>(down.rows);
  }
};

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
      const int rows_of_column = lane.template rows_of_column<typename M::location>();
      using Band = RingBand<Eliminate<Row>::below, Eliminate<Row>::above>;
      const Eliminate<Row> step{rows_of_column, is_ring(lane) ? Band::inner_of(rows_of_column) : rows_of_column};
      const auto all = marched(FromBottom{}, step, typename Row::entry_type{}, matrix);
      const auto rows = argument<0>(all.rows);
      return Factorized<std::remove_const_t<decltype(rows)>, false>{rows};
    }
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
