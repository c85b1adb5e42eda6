// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/columnwise/march.hpp>
#include <stencil/columnwise/solve_ways.hpp>
#include <stencil/numbers/eliminate.hpp>

/// The steps of the marches that solve band systems: elimination upward, substitution upward and downward. Entries are
/// named by constants and rows do not change, so that g++ keeps them in registers.
namespace stencil::column_functions {

/// f of the constants 0 to Count - 1.
template <int Count, class F>
STENCIL_FUNCTION constexpr void each_constant(const F& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (f(std::integral_constant<int, I>{}), ...);
  }(std::make_integer_sequence<int, Count>{});
}

/// The row that a march is at. It is counted here for single columns; vectors of columns are given the row.
template <class Entry>
struct RowOfMarch {
  int row;
  template <class At>
  STENCIL_FUNCTION constexpr int next_row(const At&) {
    return row++;
  }
};
template <class Entry>
  requires(
      requires { typename Entry::number; } || requires { typename Entry::pack; })
struct RowOfMarch<Entry> {
  template <class At>
  STENCIL_FUNCTION constexpr int next_row(const At& at) const {
    return at.row;
  }
};

struct RowsFromTo {
  int first;
  int last;  ///< the one after them
};
/// Whether a march says that it is at a row away from the ends.
template <class At>
STENCIL_FUNCTION constexpr bool is_away() {
  if constexpr (requires { At::away; }) {
    return At::away;
  } else {
    return false;
  }
}

/// What elimination leaves of a row of A, as a row of the same shape: below the diagonal the multipliers of the rows
/// below, on it the inverse of the pivot, above it the row of the upper triangle with ones on its diagonal. On a ring
/// entries that lead to the border, and the rows of the border, stay as they are.
template <class Row>
struct Eliminate {
  using System = detail::elimination::System<Row, typename Row::entry_type>;
  static constexpr const char* name = "eliminate";
  static constexpr bool goes_around = true;
  static constexpr bool of_solve = true;
  static constexpr bool by_lanes_together = is_solved_together<Row>;
  static constexpr bool in_blocks = is_solved_in_blocks<Row>;
  static constexpr int replaces = 0;
  static constexpr int below = System::below;
  static constexpr int above = System::above;
  template <class Entry>
  using Factors = BandRow<Entry, -2 * below, 2 * above>;
  template <class Entry>
  struct State : RowOfMarch<Entry> {
    Entry upper[below > 0 ? below : 1][above > 0 ? above : 1];  ///< of the rows below, the next one first
  };
  int rows;   ///< of the matrix
  int inner;  ///< of them, those that are eliminated: all but the border of a ring

  /// The rows that are eliminated and of which no entry leads to a row that is not.
  STENCIL_FUNCTION constexpr RowsFromTo away_from_ends() const { return {below, inner - above}; }

  template <class...>
  static constexpr bool wide = is_real_entry<typename Row::entry_type>;

  template <class Entry>
  STENCIL_FUNCTION constexpr State<Entry> begin(const Entry&) const {
    return {};
  }
  template <class At, class Entry, class A>
  STENCIL_FUNCTION constexpr auto row(const At& at, State<Entry>& state, const A& matrix) const {
    return make_arguments(factors<At>(state.next_row(at), state, matrix));
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr NoValues end(const At&, const S&) const {
    return {};
  }

 protected:
  template <class At, class Entry, class A>
  STENCIL_FUNCTION constexpr Factors<Entry> factors(int row_here, State<Entry>& state, const A& matrix) const {
    constexpr bool away = is_away<At>();
    const bool around = inner < rows;
    const auto f = detail::bands::row_of<Factors<Entry>>([&](auto halves) {
      const int column = row_here + halves / 2;
      const Entry entry = matrix.template at<halves>();
      return away || around || (column >= 0 && column < rows) ? entry : Entry{};
    });
    const auto is_inner = [&](int j) { return away || row_here + 1 + j < inner; };
    const auto reduced = without_lower<0>(f, state);
    using detail::elimination::inverse;  // small matrices bring their own
    const bool eliminates = away || row_here < inner;
    const Entry scale = eliminates ? Entry(inverse(reduced.template at<0>())) : f.template at<0>();
    const auto result = detail::bands::row_of<Factors<Entry>>([&](auto halves) {
      if constexpr (halves == 0) {
        return scale;
      } else if constexpr (halves < 0) {
        return eliminates ? reduced.template at<halves>() : f.template at<halves>();
      } else {
        const Entry entry = eliminates ? reduced.template at<halves>() : f.template at<halves>();
        return eliminates && is_inner(halves / 2 - 1) ? Entry(scale * entry) : entry;
      }
    });
    if (eliminates) keep_upper(result, is_inner, state);
    return result;
  }

 private:
  /// A row after elimination of what is below its diagonal, one entry after the other. Each step makes a new row: g++
  /// keeps a row that does not change in registers.
  template <int I, class Entry>
  STENCIL_FUNCTION constexpr Factors<Entry> without_lower(const Factors<Entry>& f, const State<Entry>& state) const {
    if constexpr (I < below) {
      const auto& lower = state.upper[below - 1 - I];
      const auto next = detail::bands::row_of<Factors<Entry>>([&](auto halves) {
        constexpr int j = halves / 2 + below - I - 1;
        if constexpr (j >= 0 && j < above) {
          return Entry(f.template at<halves>() - f.entry[I] * lower[j]);
        } else {
          return f.template at<halves>();
        }
      });
      return without_lower<I + 1>(next, state);
    } else {
      return f;
    }
  }
  template <class Entry, class IsInner>
  STENCIL_FUNCTION constexpr void keep_upper(const Factors<Entry>& f, const IsInner& is_inner,
                                             State<Entry>& state) const {
    each_constant<(below > 0 ? below - 1 : 0)>([&](auto n) {
      constexpr int i = below - 1 - n;
      each_constant<above>([&](auto j) { state.upper[i][j] = state.upper[i - 1][j]; });
    });
    if constexpr (below > 0)
      each_constant<above>([&](auto j) { state.upper[0][j] = is_inner(j) ? f.entry[below + 1 + j] : Entry{}; });
  }
};

/// The last numbers of a march, the latest first.
template <class X, int Size>
struct LastFew {
  X x[Size > 0 ? Size : 1];
  STENCIL_FUNCTION constexpr void push(const X& latest) {
    each_constant<(Size > 0 ? Size - 1 : 0)>([&](auto n) { x[Size - 1 - n] = x[Size - 2 - n]; });
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
  static constexpr bool of_solve = true;
  static constexpr int replaces = 1;
  static constexpr bool takes_over = !Upward;  ///< nobody else reads the rows that it replaces

  template <class X, class Row, class Y>
  static constexpr bool alike() {
    using Entry = typename Row::entry_type;
    return std::is_floating_point_v<scalar_of<X>> && !is_composite<X> && std::is_same_v<X, Y> &&
           std::is_same_v<scalar_of<Entry>, scalar_of<X>> && is_real_entry<Entry>;
  }
  template <class... Numbers>
  static constexpr bool wide = alike<Numbers...>();

  template <class X>
  STENCIL_FUNCTION constexpr State<X> begin(const X&) const {
    return {};
  }
  template <class At, class X, int Size, class Factors, class B>
  STENCIL_FUNCTION constexpr auto row(const At&, LastFew<X, Size>& state, const Factors& f, const B& right) const {
    return make_arguments(substituted(state, f, right));
  }
  template <class X, int Size, class Factors, class B>
  STENCIL_FUNCTION static constexpr X substituted(LastFew<X, Size>& state, const Factors& f, const B& right) {
    X x = X(right);
    if constexpr (Upward) {
      each_constant<Below>([&](auto i) { x = x - f.entry[i] * state.x[Below - 1 - i]; });
      x = f.entry[Below] * x;
    } else {
      each_constant<Above>([&](auto j) { x = x - f.template at<2 * (j + 1)>() * state.x[j]; });
    }
    state.push(x);
    return x;
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr NoValues end(const At&, const S&) const {
    return {};
  }
};

/// The entries from Low to High of a row.
template <int Low, int High, class Row>
STENCIL_FUNCTION constexpr auto entries(const Row& row) {
  return detail::bands::row_of<BandRow<typename Row::entry_type, Low, High>>(
      [&](auto halves) { return row.template at<halves>(); });
}
/// A result that is read only on rings.
template <class Row>
struct OnlyOnRings {
  const Row& row_of_ring;
};

/// Elimination whose rows above the diagonal are a result for themselves, as are the others: upward substitution reads
/// these, downward substitution those.
template <class Row>
struct EliminateApart : Eliminate<Row> {
  using Matrix = Eliminate<Row>;
  using Matrix::below, Matrix::above;
  static constexpr int replaces = -1;
  static constexpr bool goes_to = true;

  template <class Factors>
  STENCIL_FUNCTION static constexpr auto upper(const Factors& f) {
    return entries<2, 2 * above>(f);
  }
  template <class Factors>
  STENCIL_FUNCTION static constexpr auto lower(const Factors& f) {
    return entries<-2 * below, 0>(f);
  }
  template <class At, class State, class A>
  STENCIL_FUNCTION constexpr auto row(const At& at, State& state, const A& matrix) const {
    const auto f = this->template factors<At>(state.next_row(at), state, matrix);
    return make_arguments(upper(f), lower(f));
  }
  /// The same for a vector of columns, given to `give` one by one: g++ would take them together through the stack.
  template <class At, class State, class A, class Give>
  constexpr void row_to(const Give& give, const At& at, State& state, const A& matrix) const {
    const auto f = this->template factors<At>(state.next_row(at), state, matrix);
    give(upper(f), lower(f));
  }
};

/// The same for one right side, which goes along: substitution needs only what is above the diagonal then.
template <class Row>
struct EliminateWith : EliminateApart<Row> {
  using Apart = EliminateApart<Row>;
  using Apart::below, Apart::above;
  template <class Entry>
  struct State {
    typename Eliminate<Row>::template State<Entry> matrix;
    LastFew<multiplied_by<Entry>, below> right;
  };

  template <class Entry>
  STENCIL_FUNCTION constexpr State<Entry> begin(const Entry&) const {
    return {};
  }
  template <class At, class Entry, class A, class B>
  STENCIL_FUNCTION constexpr auto row(const At& at, State<Entry>& state, const A& matrix, const B& b) const {
    const auto f = this->template factors<At>(state.matrix.next_row(at), state.matrix, matrix);
    const auto x = Substitute<below, above, true>::substituted(state.right, f, b);
    return make_arguments(Apart::upper(f), x, Apart::lower(f));
  }
  template <class At, class Entry, class A, class B, class Give>
  constexpr void row_to(const Give& give, const At& at, State<Entry>& state, const A& matrix, const B& b) const {
    const auto f = this->template factors<At>(state.matrix.next_row(at), state.matrix, matrix);
    const auto x = Substitute<below, above, true>::substituted(state.right, f, b);
    const auto low = Apart::lower(f);
    give(Apart::upper(f), x, OnlyOnRings<std::remove_const_t<decltype(low)>>{low});
  }
};

}  // namespace stencil::column_functions
