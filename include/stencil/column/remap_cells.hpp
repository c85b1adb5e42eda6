// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/cells.hpp>
#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/column/reconstruct.hpp>
#include <stencil/config.hpp>
#include <stencil/grid_data.hpp>

/// A remap of fields in memory, and the cells that it fills.
namespace stencil::detail::remapping {

/// The highest cell of a column that has thickness, by the heights of its faces.
template <class FaceHeight>
STENCIL_FUNCTION constexpr int highest_thick(int cells, const FaceHeight& z) {
  int cell = cells - 1;
  while (cell > 0 && !(z(cell + 1) > z(cell))) --cell;
  return cell;
}

/// A face of the new grid, where rounding may have put it beyond the ends of the old one.
STENCIL_FUNCTION constexpr double between(double low, double face, double high) {
  return face < low ? low : face > high ? high : face;
}

/// Whether an argument is a field of T at centers.
template <class N, class T>
inline constexpr bool is_in_memory = false;
template <class T, class Layout, class Space>
inline constexpr bool is_in_memory<FieldLeaf<T, Center, Layout, Space>, T> = true;
template <class T, class Layout, class Space>
inline constexpr bool is_in_memory<FieldLeaf<const T, Center, Layout, Space>, T> = true;

/// All fields on their way from one grid to another, a column at a time; or a cell of the new grid at a time, the cells
/// of the old one that it overlaps found by bisection.
template <class Scheme, class T, int Count>
struct ColumnsOfFields {
  ColumnMemory<const T> from[Count];
  ColumnMemory<T> to[Count];
  EvaluatedColumns grid;  ///< of `from`

  STENCIL_FUNCTION void operator()(const EvaluatedColumns& other, std::ptrdiff_t column) const {
    OldCell old(*this, column);
    old.enter(0);
    for (int k = 0; k < other.levels; ++k) fill(other, column, k, old);
  }

  /// Columns of the same heights that a member of a team takes at once: what depends on heights alone is computed once
  /// for them, as it is for several fields.
  static constexpr int most_held = Count == 1 ? 4 : 2;

  CellsToShare cells(const ColumnGridData& target) const {
    return {target.levels,
            grid.levels,
            keeps ? together * kept_of_cell : 0,
            to[0].across(),
            !grid.heights_per_column && !target.per_column,
            sizeof(T)};
  }
  /// By a member of a team, for a few fields at a time: the old cells to the arena, each by one member, then the new
  /// cells.
  template <class Team, int Held>
  STENCIL_FUNCTION void operator()(const Team& team, const CellsToShare& share, const EvaluatedColumns& other,
                                   const CellsOfMember<Held>& mine) const {
    SharedCells<Team, Held> old(*this, team, share, mine);
    for (;;) {
      if constexpr (keeps) {
        for (int cell = mine.cell; cell < grid.levels; cell += mine.along) old.keep(cell);
        team.barrier();
      }
      for (int k = mine.cell; k < other.levels; k += mine.along) {
        old.enter(k == 0 ? 0 : first_above(old.column, new_face(other, old.column, k)));
        fill(other, old.column, k, old);
      }
      old.first += together;
      if (old.first >= Count) break;
      if constexpr (keeps) team.barrier();  // the next fields use the same arena
    }
  }

 private:
  /// Of a cell that is filled with its mean nothing is worth keeping.
  static constexpr bool keeps = !std::is_same_v<typename Scheme::depths, NoDepths>;
  static constexpr int kept_of_cell = 4;
  /// Fields that a team remaps at a time, for which it needs registers and an arena.
  static constexpr int together = Count < 4 ? Count : 4;

  /// What is known of an old cell in a column by its heights.
  struct Place {
    const ColumnsOfFields& fields;
    std::ptrdiff_t column;
    int number = 0;
    double low = 0, high = 0;

    STENCIL_FUNCTION double face(int i) const { return face_height(fields.grid, column, i); }
    STENCIL_FUNCTION void set(int cell) {
      number = cell;
      low = face(cell);
      high = face(cell + 1);
    }
  };

  /// A cell of the old grid, as all fields fill it.
  struct OldCell : Place {
    double mean[Count];
    typename Scheme::inside inside[Count];
    double sum[Count];

    STENCIL_FUNCTION OldCell(const ColumnsOfFields& all, std::ptrdiff_t in) : Place{all, in} {}
    STENCIL_FUNCTION void enter(int cell) {
      this->set(cell);
      const CellsSeen<Scheme> seen{this->fields.grid.levels, this->fields.grid.periodic};
      const auto at = [&](int k) { return seen(cell + k); };
      const auto dz = [&](int k) { return this->face(at(k) + 1) - this->face(at(k)); };
      const auto there = [&](int k) { return seen.there(cell + k); };
      const typename Scheme::depths depths(dz, there);
      for (int i = 0; i < Count; ++i) {
        const auto x = [&](int k) { return static_cast<double>(this->fields.from[i](at(k), this->column)); };
        mean[i] = x(0);
        inside[i] = Scheme::cell(x, depths);
      }
    }
    STENCIL_FUNCTION void clear() {
      for (double& value : sum) value = 0;
    }
    STENCIL_FUNCTION void add(double weight, bool whole, double a, double b) {
      for (int i = 0; i < Count; ++i) {
        const double piece = whole ? mean[i] : inside[i].mean(a, b);
        sum[i] += weight > 0 ? weight * piece : 0.0;  // a cell without thickness may hold a NaN
      }
    }
    STENCIL_FUNCTION void store(int k) const {
      for (int i = 0; i < Count; ++i) this->fields.to[i](k, this->column) = static_cast<T>(sum[i]);
    }
  };

  /// The same in several columns of equal heights, as the members of a team have found it.
  template <class Team, int Held>
  struct SharedCells : Place {
    const CellsOfMember<Held>& mine;
    double* arena;
    int pitch, columns;
    int first = 0;  ///< of the fields that are remapped now
    double sum[Held][together];

    STENCIL_FUNCTION SharedCells(const ColumnsOfFields& all, const Team& team, const CellsToShare& share,
                                 const CellsOfMember<Held>& of_member)
        : Place{all, of_member.column(0)},
          mine(of_member),
          arena(reinterpret_cast<double*>(team.arena())),
          pitch(share.pitch()),
          columns(of_member.across * Held) {}
    /// Whether there is a field number i of those that are remapped now.
    STENCIL_FUNCTION bool has(int i) const { return Count == together || first + i < Count; }
    STENCIL_FUNCTION double value(int i, int cell, int held) const {
      return static_cast<double>(this->fields.from[first + i](cell, mine.column(held)));
    }
    STENCIL_FUNCTION double* kept(int held, int i, int cell) const {
      return arena + (i * kept_of_cell * columns + mine.place(held)) * pitch + cell;
    }
    /// Everything is read once, before anything is computed of it.
    STENCIL_FUNCTION void keep(int cell) const {
      const CellsSeen<Scheme> seen{this->fields.grid.levels, this->fields.grid.periodic};
      int at[5] = {};
      for (int k = -2; k <= 2; ++k) at[k + 2] = seen(cell + k);
      const auto dz = [&](int k) { return this->face(at[k + 2] + 1) - this->face(at[k + 2]); };
      const auto there = [&](int k) { return seen.there(cell + k); };
      const typename Scheme::depths depths(dz, there);
      for (int held = 0; held < Held; ++held) {
        for (int i = 0; i < together; ++i) {
          if (!has(i)) continue;
          double values[5] = {};
          for (int k = -2; k <= 2; ++k)
            if (there(k)) values[k + 2] = value(i, at[k + 2], held);
          const auto x = [&](int k) { return values[k + 2]; };
          const auto inside = Scheme::cell(x, depths);
          double* const to_keep = kept(held, i, cell);
          const std::ptrdiff_t next = std::ptrdiff_t{columns} * pitch;
          to_keep[0] = x(0);
          to_keep[next] = inside.left;
          to_keep[2 * next] = inside.right;
          to_keep[3 * next] = inside.curved;
        }
      }
    }
    STENCIL_FUNCTION void enter(int cell) { this->set(cell); }
    STENCIL_FUNCTION void clear() {
      for (auto& of_column : sum)
        for (double& value : of_column) value = 0;
    }
    STENCIL_FUNCTION void add(double weight, bool whole, double a, double b) {
      if (!(weight > 0)) return;
      for (int held = 0; held < Held; ++held) {
        for (int i = 0; i < together; ++i)
          if (has(i)) sum[held][i] += weight * piece(held, i, whole, a, b);
      }
    }
    STENCIL_FUNCTION double piece(int held, int i, bool whole, double a, double b) const {
      if constexpr (keeps) {
        const double* const at = kept(held, i, this->number);
        const std::ptrdiff_t next = std::ptrdiff_t{columns} * pitch;
        return whole ? at[0] : Parabola{at[next], at[2 * next], at[3 * next]}.mean(a, b);
      } else {
        const double mean = value(i, this->number, held);
        return whole ? mean : Flat{mean}.mean(a, b);
      }
    }
    STENCIL_FUNCTION void store(int k) const {
      for (int held = 0; held < Held; ++held) {
        if (!mine.has(held)) continue;
        for (int i = 0; i < together; ++i)
          if (has(i)) this->fields.to[first + i](k, mine.column(held)) = static_cast<T>(sum[held][i]);
      }
    }
  };

  /// The height of face i of the new grid, whose columns end where those of the old one do.
  STENCIL_FUNCTION double new_face(const EvaluatedColumns& other, std::ptrdiff_t column, int i) const {
    const double low = face_height(grid, column, 0), high = face_height(grid, column, grid.levels);
    if (i == 0) return low;
    return i == other.levels ? high : between(low, face_height(other, column, i), high);
  }
  /// Cell k of the new grid, from the bottom up. old: the cell at its bottom, afterwards that at its top.
  template <class Old>
  STENCIL_FUNCTION void fill(const EvaluatedColumns& other, std::ptrdiff_t column, int k, Old& old) const {
    const int last = grid.levels - 1;
    const double bottom = new_face(other, column, k), top = new_face(other, column, k + 1);
    const bool is_thick = top > bottom;
    while (!is_thick && old.high <= bottom && old.number < last) old.enter(old.number + 1);
    const bool above_all = !is_thick && !(old.high > old.low);
    if (above_all) old.enter(highest_thick(column));
    old.clear();
    for (;;) {
      const double lower = old.low > bottom ? old.low : bottom, upper = old.high < top ? old.high : top;
      const double weight = is_thick ? (upper - lower) / (top - bottom) : 1.0, depth = old.high - old.low;
      // A whole cell contributes its mean exactly, so that mass is conserved.
      const bool whole = lower == old.low && upper == old.high;
      old.add(weight, whole, (lower - old.low) / depth, (upper - old.low) / depth);
      if (old.high > top || old.number == last) break;
      const bool more = old.high < top;
      old.enter(old.number + 1);
      if (!more) break;
    }
    old.store(k);
  }

  STENCIL_FUNCTION int highest_thick(std::ptrdiff_t column) const {
    return remapping::highest_thick(grid.levels, [&](int i) { return face_height(grid, column, i); });
  }
  /// The lowest cell whose top is above a height, the highest cell where there is none.
  STENCIL_FUNCTION int first_above(std::ptrdiff_t column, double height) const {
    int low = 0, high = grid.levels - 1;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (face_height(grid, column, middle + 1) > height) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
};

}  // namespace stencil::detail::remapping
