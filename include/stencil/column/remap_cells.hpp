// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/cells.hpp>
#include <stencil/algorithm/row_cursor.hpp>
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
/// of the old one that it overlaps found by bisection.
template <class Scheme, class T, int Count>
struct ColumnsOfFields {
  ColumnMemory<const T> from[Count];
  ColumnMemory<T> to[Count];
  EvaluatedColumns grid;  ///< of `from`

  STENCIL_FUNCTION void operator()(const EvaluatedColumns& other, std::ptrdiff_t column) const {
    remap_column<Scheme, Count>(
        grid, other, column, [&](int i, int cell) { return from[i](cell, column); },
        [&](int i, int k, double mean) { to[i](k, column) = static_cast<T>(mean); });
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
    const auto face_at = [&](int i) { return new_face(other, old.column, i, old.face(0), old.face(grid.levels)); };
    for (;;) {
      if constexpr (keeps) {
        for (int cell = mine.cell; cell < grid.levels; cell += mine.along) old.keep(cell);
        team.barrier();
      }
      for (int k = mine.cell; k < other.levels; k += mine.along) {
        const double bottom = face_at(k);
        old.set(k == 0 ? 0 : first_above(old.column, bottom));
        add_overlaps(bottom, face_at(k + 1), old);
        old.store(k);
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

  /// A cell of the old grid in several columns of equal heights, as the members of a team have found it.
  template <class Team, int Held>
  struct SharedCells : OldPlace {
    const ColumnsOfFields& fields;
    const CellsOfMember<Held>& mine;
    double* arena;
    int pitch, columns;
    int first = 0;  ///< of the fields that are remapped now
    double sum[Held][together];

    STENCIL_FUNCTION SharedCells(const ColumnsOfFields& all, const Team& team, const CellsToShare& share,
                                 const CellsOfMember<Held>& of_member)
        : OldPlace{all.grid, of_member.column(0)},
          fields(all),
          mine(of_member),
          arena(reinterpret_cast<double*>(team.arena())),
          pitch(share.pitch()),
          columns(of_member.across * Held) {}
    /// Whether there is a field number i of those that are remapped now.
    STENCIL_FUNCTION bool has(int i) const { return Count == together || first + i < Count; }
    STENCIL_FUNCTION double value(int i, int cell, int held) const {
      return static_cast<double>(fields.from[first + i](cell, mine.column(held)));
    }
    STENCIL_FUNCTION double* kept(int held, int i, int cell) const {
      return arena + (i * kept_of_cell * columns + mine.place(held)) * pitch + cell;
    }
    STENCIL_FUNCTION void keep(int cell) const {
      const CellsAround<Scheme> cells(*this, cell);
      for (int held = 0; held < Held; ++held) {
        for (int i = 0; i < together; ++i) {
          if (!has(i)) continue;
          cells.fill([&](int k) { return value(i, k, held); },
                     [&](double mean, const auto& inside) {
                       double* const to_keep = kept(held, i, cell);
                       const std::ptrdiff_t next = std::ptrdiff_t{columns} * pitch;
                       to_keep[0] = mean;
                       to_keep[next] = inside.left;
                       to_keep[2 * next] = inside.right;
                       to_keep[3 * next] = inside.curved;
                     });
        }
      }
    }
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
          if (has(i)) fields.to[first + i](k, mine.column(held)) = static_cast<T>(sum[held][i]);
      }
    }
  };

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
