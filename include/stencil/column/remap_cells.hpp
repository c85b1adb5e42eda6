// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/cells.hpp>
#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/algorithm/wide_words.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/column/reconstruct.hpp>
#include <stencil/column/remap_overlaps.hpp>
#include <stencil/config.hpp>
#include <stencil/grid_data.hpp>

/// A remap of fields in memory, and the cells that it fills.
namespace stencil::detail::remapping {

/// Whether an argument is a field of T at centers.
template <class N, class T>
inline constexpr bool is_in_memory = false;
template <class T, class Layout, class Space>
inline constexpr bool is_in_memory<FieldLeaf<T, Center, Layout, Space>, T> = true;
template <class T, class Layout, class Space>
inline constexpr bool is_in_memory<FieldLeaf<const T, Center, Layout, Space>, T> = true;

/// All fields on their way from one grid to another, a column at a time; or a cell of the new grid at a time, the cells
/// of the old one that it overlaps looked for from where it would lie in grids that are spread alike.
template <class Scheme, class T, int Count>
struct ColumnsOfFields {
  ColumnMemory<const T> from[Count];
  ColumnMemory<T> to[Count];
  EvaluatedColumns grid;  ///< of `from`

  STENCIL_FUNCTION void operator()(const EvaluatedColumns& other, std::ptrdiff_t column) const {
    remap_column<Scheme, T, Count>(
        grid, other, column, [&](int i, int cell) { return from[i](cell, column); },
        [&](int i, int k, T mean) { to[i](k, column) = mean; });
  }
  STENCIL_FUNCTION bool are_alike(const EvaluatedColumns& other) const {
    return !grid.heights_per_column && !other.heights_per_column;
  }
  template <int Columns>
  STENCIL_FUNCTION void side_by_side(const EvaluatedColumns& other, std::ptrdiff_t first) const {
    for (int i = 0; i < Count; ++i) {
      remap_column<Scheme, T, Columns>(
          grid, other, first, [&](int held, int cell) { return from[i](cell, first + held); },
          [&](int held, int k, T mean) { to[i](k, first + held) = mean; });
    }
  }

  /// Columns of the same heights that a member of a team takes at once: what depends on heights alone is computed once
  /// for them, as it is for several fields.
  static constexpr int most_held = Count == 1 ? 4 : 2;

  CellsToShare cells(const ColumnGridData& target) const {
    return {.rows = target.levels,
            .kept_rows = grid.levels,
            .kept_beyond = 1,
            .kept = keeps ? together * kept_of_cell : 0,
            .across = to[0].across(),
            .alike = !grid.heights_per_column && !target.per_column,
            .of_value = sizeof(T)};
  }
  /// By a member of a team, for a few fields at a time: slopes and values at the faces of the old cells to the arena,
  /// each by one member, then the new cells.
  template <class Team, int Held>
  STENCIL_FUNCTION void operator()(const Team& team, const CellsToShare& share, const EvaluatedColumns& other,
                                   const CellsOfMember<Held>& mine) const {
    SharedCells<Team, Held> old(*this, team, share, mine);
    const double begin = old.face(0), end = old.face(grid.levels);
    const auto face_at = [&](int i) { return new_face(other, old.column, i, begin, end); };
    // Where cells of both grids lie side by side if they are spread alike.
    const float share_of_levels = static_cast<float>(grid.levels) / static_cast<float>(other.levels);
    // Slopes of the next fields take the place of those that nobody reads any more, so that they need not wait.
    for (int first = 0; first < Count; first += together) {
      old.take_fields(first);
      if constexpr (keeps) {
        // Where columns go on beyond their ends, what is kept goes one cell farther.
        const int beyond = old.cells.goes_on() ? 1 : 0;
        for (int cell = mine.cell - beyond; cell < grid.levels + beyond; cell += mine.along) old.keep_slopes(cell);
        team.barrier();
        for (int cell = mine.cell - beyond; cell < grid.levels - 1 + beyond; cell += mine.along) old.keep_face(cell);
        team.barrier();
      }
      for (int k = mine.cell; k < other.levels; k += mine.along) {
        const double bottom = face_at(k);
        old.set(k == 0 ? 0
                       : first_above(old.column, bottom, static_cast<int>(share_of_levels * static_cast<float>(k))));
        add_overlaps(bottom, face_at(k + 1), old);
        old.store(k);
      }
    }
  }

 private:
  /// Of a cell that is filled with its mean nothing is worth keeping.
  static constexpr bool keeps = needs_neighbours<Scheme>;
  enum Kept { slope, face_above };
  static constexpr int kept_of_cell = 2;
  /// Fields that a team remaps at a time, for which it needs registers and an arena.
  static constexpr int together = Count < 4 ? Count : 4;

  /// A cell of the old grid in several columns of equal heights, as the members of a team have found it.
  template <class Team, int Held>
  struct SharedCells : OldPlace {
    const ColumnsOfFields& fields;
    const CellsOfMember<Held>& mine;
    CellsSeen<Scheme> cells;
    T* arena;       ///< of cell 0 in the member's first column
    int next_held;  ///< distance in the arena of its columns
    int next;       ///< and of what is kept of a cell
    int first = 0;  ///< of the fields that are remapped now
    const T* source[Held][together];
    T* target[Held][together];
    T sum[Held][together];

    STENCIL_FUNCTION SharedCells(const ColumnsOfFields& all, const Team& team, const CellsToShare& share,
                                 const CellsOfMember<Held>& of_member)
        : OldPlace{all.grid, of_member.column(0)},
          fields(all),
          mine(of_member),
          cells{this->grid, this->column},
          arena(reinterpret_cast<T*>(team.arena()) + (of_member.column_in_team * share.pitch() + share.kept_beyond)),
          next_held(of_member.across * share.pitch()),
          next(next_held * Held) {}
    /// Whether there is a field number i of those that are remapped now.
    STENCIL_FUNCTION bool has(int i) const { return Count == together || first + i < Count; }
    /// f(held, i) for field i in each column.
    template <class F>
    STENCIL_FUNCTION void each(const F& f) const {
      unrolled<Held>([&](int held) {
        unrolled<together>([&](int i) {
          if (has(i)) f(held, i);
        });
      });
    }
    /// Remaps those from this one on.
    STENCIL_FUNCTION void take_fields(int from_field) {
      first = from_field;
      each([&](int held, int i) {
        source[held][i] = &fields.from[first + i](0, mine.column(held));
        target[held][i] = &fields.to[first + i](0, mine.column(held));
      });
    }
    STENCIL_FUNCTION T value(int held, int i, int cell) const {
      return source[held][i][cell * fields.from[first + i].level];
    }
    STENCIL_FUNCTION T& kept(int held, int i, Kept what, int cell) const {
      return arena[(i * kept_of_cell + what) * next + held * next_held + cell];
    }
    STENCIL_FUNCTION void keep_slopes(int cell) const {
      const SlopeOfCell of_means = cells.slope(cell);
      const int below = cells.row(cell - 1), here = cells.row(cell), above = cells.row(cell + 1);
      each([&](int held, int i) {
        kept(held, i, slope, cell) = of_means(value(held, i, below), value(held, i, here), value(held, i, above));
      });
    }
    STENCIL_FUNCTION void keep_face(int cell) const {
      const FaceBetween of_means = cells.face_above(cell);
      const int here = cells.row(cell), above = cells.row(cell + 1);
      each([&](int held, int i) {
        kept(held, i, face_above, cell) = of_means(value(held, i, here), value(held, i, above),
                                                   kept(held, i, slope, cell), kept(held, i, slope, cell + 1));
      });
    }
    STENCIL_FUNCTION void clear() {
      each([&](int held, int i) { sum[held][i] = 0; });
    }
    STENCIL_FUNCTION void add(double weight, bool whole, double a, double b) {
      if (!(weight > 0)) return;
      each([&](int held, int i) { sum[held][i] += static_cast<T>(weight) * piece(held, i, whole, a, b); });
    }
    STENCIL_FUNCTION T piece(int held, int i, bool whole, double a, double b) const {
      const int cell = this->number;
      const T x = value(held, i, cell);
      if (whole) return x;
      if constexpr (keeps) {
        if (cells.at_end(cell)) return Parabola<T>{x, x, 0}.mean(a, b);
        const T left = kept(held, i, face_above, cell - 1), right = kept(held, i, face_above, cell);
        return monotone_parabola(left, x, right).mean(a, b);
      } else {
        return Flat<T>{x}.mean(a, b);
      }
    }
    STENCIL_FUNCTION void store(int k) const {
      each([&](int held, int i) {
        if (mine.has(held)) target[held][i][k * fields.to[first + i].level] = sum[held][i];
      });
    }
  };

  /// The lowest cell whose top is above a height, the highest cell where there is none: looked for around cell `guess`,
  /// farther and farther away, and between the last two places by bisection.
  STENCIL_FUNCTION int first_above(std::ptrdiff_t column, double height, int guess) const {
    const int last = grid.levels - 1;
    if (guess > last) guess = last;
    const auto is_above = [&](int cell) { return face_height(grid, column, cell + 1) > height; };
    int low = guess, high = guess;
    for (int step = 1; low > 0 && is_above(low - 1); step *= 2) {
      high = low - 1;
      low = step < high ? high - step : 0;
    }
    for (int step = 1; high < last && !is_above(high); step *= 2) {
      low = high + 1;
      high = step < last - low ? low + step : last;
    }
    while (low < high) {
      const int middle = (low + high) / 2;
      if (is_above(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
};

}  // namespace stencil::detail::remapping
