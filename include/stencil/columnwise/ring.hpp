// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/algorithm/lane.hpp>
#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/columnwise/march.hpp>
#include <stencil/numbers/eliminate.hpp>

/// Band systems on rings inside column functions. The last unknowns, as many as the band is wide, are the border of a
/// banded system with ends: `x_inner = right - fill x_border`, where a column of `fill` belongs to each of them
/// (bordering; Golub and Van Loan, Matrix Computations, section 4.3).
namespace stencil::column_functions {

/// Whether a lane's columns may be rings. Such a lane has `ring()`, which says whether they are, and
/// `to_begin_with(value)`, which on a ring copies the rows at either end of a computed value to the places beyond the
/// other end, from where operators read them.
template <class Lane>
inline constexpr bool may_be_ring = false;
template <class Lane>
  requires requires { Lane::may_be_ring; }
inline constexpr bool may_be_ring<Lane> = Lane::may_be_ring;

/// Whether they are rings without exception.
template <class Lane>
inline constexpr bool is_always_ring = false;
template <class Lane>
  requires requires { Lane::is_always_ring; }
inline constexpr bool is_always_ring<Lane> = Lane::is_always_ring;

template <class Lane>
STENCIL_FUNCTION constexpr bool is_ring(const Lane& lane) {
  if constexpr (may_be_ring<Lane>) {
    return lane.ring();
  } else {
    return false;
  }
}

/// A band of `Below` entries below and `Above` above the diagonal, on a ring of `rows` rows.
template <int Below, int Above>
struct RingBand {
  static constexpr int width = Below > Above ? Below : Above;
  int rows;

  /// Rows without the border.
  STENCIL_FUNCTION static constexpr int inner_of(int rows) { return rows > width ? rows - width : 0; }
  STENCIL_FUNCTION constexpr int inner() const { return inner_of(rows); }

  /// The row that an entry leads to in equation `equation` of the border, which are the last rows.
  STENCIL_FUNCTION constexpr int column(int equation, int entry) const {
    return row_in_ring(inner() + equation + entry - Below, rows);
  }
};

/// A right side and, beside it, what leads from its row to the border: elimination treats them alike.
template <class X, class Entry, int Width>
struct Bordered {
  X right;
  Entry fill[Width];
};

/// A row of a ring after elimination (Upward), or after substitution: its right side, and its coefficients of the
/// border's unknowns.
template <class Entry, int Below, int Above, bool Upward>
struct SubstituteInRing {
  using Band = RingBand<Below, Above>;
  static constexpr int width = Band::width;
  static constexpr int size = Upward ? Below : Above;
  template <class X>
  struct alignas(8) State {
    Bordered<X, Entry, width> last[size > 0 ? size : 1];
    int row;
  };
  static constexpr const char* name = "substitute around a ring";
  static constexpr bool goes_around = true;
  static constexpr int replaces = -1;
  Band band;

  template <class...>
  static constexpr bool wide = false;

  template <class X>
  STENCIL_FUNCTION constexpr State<X> begin(const X&) const {
    State<X> state{};
    state.row = Upward ? 0 : band.rows - 1;
    return state;
  }
  template <class At, class X, class Factors, class Right>
  STENCIL_FUNCTION constexpr auto row(const At&, State<X>& state, const Factors& f, const Right& right) const {
    Bordered<X, Entry, width> x{};
    if (state.row < band.inner()) {
      x = begun<X>(f, right, state.row);
      for (int i = 0; i < size; ++i) {
        const auto& other = state.last[Upward ? Below - 1 - i : i];
        const Entry factor = f.entry[Upward ? i : Below + 1 + i];
        // Rows that are no neighbours contribute nothing.
        const int from = Upward ? state.row + i - Below : state.row + 1 + i;
        if (from < 0 || from >= band.inner()) continue;
        x.right = x.right - factor * other.right;
        for (int n = 0; n < width; ++n) x.fill[n] = x.fill[n] - factor * other.fill[n];
      }
      if (Upward) {
        x.right = f.entry[Below] * x.right;
        for (int n = 0; n < width; ++n) x.fill[n] = f.entry[Below] * x.fill[n];
      }
    }
    for (int i = size - 1; i > 0; --i) state.last[i] = state.last[i - 1];
    if (size > 0) state.last[0] = x;
    state.row += Upward ? 1 : -1;
    return make_arguments(x);
  }
  template <class At, class S>
  STENCIL_FUNCTION constexpr NoValues end(const At&, const S&) const {
    return {};
  }

 private:
  template <class X, class Factors, class Right>
  STENCIL_FUNCTION constexpr Bordered<X, Entry, width> begun(const Factors& f, const Right& right, int row) const {
    if constexpr (Upward) {
      Bordered<X, Entry, width> x{X(right), {}};
      for (int i = 0; i < Below + 1 + Above; ++i) {
        const int column = row + i - Below;
        if (column >= 0 && column < band.inner()) continue;
        Entry& fill = x.fill[row_in_ring(column, band.rows) - band.inner()];
        fill = fill + f.entry[i];
      }
      return x;
    } else {
      return right;
    }
  }
};

/// The equations of a border.
template <class X, class Entry, int Width>
struct BorderSystem {
  Entry a[Width][Width];
  X b[Width];
};
/// The unknowns of a border.
template <class X, int Width>
struct BorderUnknowns {
  X x[Width];
};

/// Begins equation `equation` of the border: its right side, and the entries of its row in the columns of the border.
template <int Below, int Above>
struct BeginBorder {
  RingBand<Below, Above> band;
  int equation;

  template <class System, class Factors, class Right>
  STENCIL_FUNCTION constexpr System operator()(System system, const Factors& row, const Right& right) const {
    using X = std::remove_cvref_t<decltype(system.b[0])>;
    system.b[equation] = X(right);
    for (int n = 0; n < RingBand<Below, Above>::width; ++n) {
      for (int i = 0; i < Below + 1 + Above; ++i) {
        const bool leads_there = band.column(equation, i) == band.inner() + n;
        if (leads_there) system.a[equation][n] = system.a[equation][n] + row.entry[i];
      }
    }
    return system;
  }
};
/// Eliminates an inner unknown, given in terms of the border's unknowns, from equation `equation`.
struct TakeInner {
  int equation;
  int entry;

  template <class X, class Entry, int Width, class Factors>
  STENCIL_FUNCTION constexpr auto operator()(BorderSystem<X, Entry, Width> system, const Factors& row,
                                             const Bordered<X, Entry, Width>& known) const {
    const Entry factor = row.entry[entry];
    system.b[equation] = system.b[equation] - factor * known.right;
    for (int n = 0; n < Width; ++n) system.a[equation][n] = system.a[equation][n] - factor * known.fill[n];
    return system;
  }
};
/// The unknowns of the border, by Gauss elimination.
struct SolveBorder {
  int size;

  template <class X, class Entry, int Width>
  STENCIL_FUNCTION constexpr auto operator()(BorderSystem<X, Entry, Width> s) const {
    using detail::elimination::inverse;  // small matrices have their own
    for (int k = 0; k < Width; ++k) {
      if (k >= size) s.a[k][k] = Entry(1);  // of a ring that is shorter
      const Entry scale = inverse(s.a[k][k]);
      for (int j = k; j < Width; ++j) s.a[k][j] = scale * s.a[k][j];
      s.b[k] = scale * s.b[k];
      for (int i = k + 1; i < Width; ++i) {
        const Entry factor = s.a[i][k];
        for (int j = k; j < Width; ++j) s.a[i][j] = s.a[i][j] - factor * s.a[k][j];
        s.b[i] = s.b[i] - factor * s.b[k];
      }
    }
    BorderUnknowns<X, Width> x{};
    for (int k = Width - 1; k >= 0; --k) {
      x.x[k] = s.b[k];
      for (int j = k + 1; j < Width; ++j) x.x[k] = x.x[k] - s.a[k][j] * x.x[j];
    }
    return x;
  }
};

/// The value at one level; a value per column is the same at all.
template <class Lane, class Where, class T>
STENCIL_FUNCTION constexpr auto at_row(const Lane& lane, const ColumnValue<Lane, Where, T>& value, int row) {
  if constexpr (std::is_same_v<Where, Surface>) {
    return value;
  } else {
    return lane.at_level(value, row);
  }
}
template <class F, class... Values>
STENCIL_FUNCTION constexpr auto by_function(const F& function, const Values&... values) {
  return broadcasted(functions::User<F>{function}, values...);
}

/// known: the inner rows after substitution. The border's rows need all lanes of a column.
template <class X, int Below, int Above, class Lane, class Factors, class Right, class Known>
STENCIL_FUNCTION constexpr auto solved_border(const Lane& lane, const RingBand<Below, Above>& band,
                                              const Factors& factors, const Right& right, const Known& known) {
  constexpr int width = RingBand<Below, Above>::width;
  using System = BorderSystem<X, typename Factors::value_type::entry_type, width>;
  ColumnValue<Lane, Surface, System> system{as_value(lane, ScalarNode<System>{{}}).rows, known.lane};
  unrolled<width>([&](int equation) {
    const int row = band.inner() + equation;
    if (row < band.rows) {
      const auto entries = at_row(lane, factors, row);
      const auto right_there = at_row(lane, right, row);
      system.rows = by_function(BeginBorder<Below, Above>{band, equation}, system, entries, right_there).rows;
      unrolled<Below + 1 + Above>([&](int i) {
        const int column = band.column(equation, i);
        if (column < band.inner())
          system.rows = by_function(TakeInner{equation, i}, system, entries, at_row(lane, known, column)).rows;
      });
    }
  });
  return by_function(SolveBorder{band.rows < width ? band.rows : width}, system);
}

/// The unknown of a row.
template <int Below, int Above>
struct WithBorder {
  RingBand<Below, Above> band;

  template <class X, class Entry, int Width>
  STENCIL_FUNCTION constexpr X operator()(const Bordered<X, Entry, Width>& known,
                                          const BorderUnknowns<X, Width>& border, int row) const {
    const int inner = band.inner();
    X x = known.right;
    for (int n = 0; n < Width; ++n) {
      x = row < inner ? x - known.fill[n] * border.x[n] : row == inner + n ? border.x[n] : x;
    }
    return x;
  }
};

/// The x with A x = right on a ring, from the factors of its inner rows and the rows of its border.
template <class X, int Below, int Above, class Lane, class Rows, class Right>
STENCIL_FUNCTION constexpr auto solved_around(const Lane& lane, const Rows& factors, const Right& right) {
  using Entry = typename Rows::value_type::entry_type;
  using Where = typename Rows::location;
  const RingBand<Below, Above> band{lane.template rows_of_column<Where>()};
  const auto up =
      marched(DirectionFromBottom{}, SubstituteInRing<Entry, Below, Above, true>{band}, X{}, factors, right);
  const auto down = marched(DirectionFromTop{}, SubstituteInRing<Entry, Below, Above, false>{band}, X{}, factors,
                            argument_at<0>(up.rows));
  const auto border = solved_border<X>(lane, band, factors, right, argument_at<0>(down.rows));
  return lane.to_begin_with(
      by_function(WithBorder<Below, Above>{band}, argument_at<0>(down.rows), border, RowNumberNode<Where>{}));
}

}  // namespace stencil::column_functions
