// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/config.hpp>

/// Values for each cell of columns, shared out among the members of teams. A team takes some columns, and may first
/// keep in its arena what its members find out of the cells that all of them read.
namespace stencil {

/// What such a function has to do, and needs.
struct CellsToShare {
  int rows = 0;              ///< values of a column of the result
  int kept_rows = 0;         ///< cells of a column of which something is kept
  int kept_beyond = 0;       ///< cells beyond either end of a column, of which it is kept too
  int kept = 0;              ///< values for each of these cells
  bool across = false;       ///< neighbouring columns of the result are neighbours in memory
  bool alike = false;        ///< all columns have the same heights
  std::size_t of_value = 0;  ///< bytes of a value, of the result or kept

  /// Distance of two columns in the arena: banks of memory are sixteen float64 wide, and members four columns wide read
  /// four rows of them at a time; of float32 twice as many, and eight columns.
  STENCIL_FUNCTION constexpr int pitch() const {
    return kept == 0 ? 0 : (kept_rows + 2 * kept_beyond + 11) / 16 * 16 + 4;
  }
  /// Of the arena, for each column of a team.
  constexpr std::size_t bytes() const {
    return static_cast<std::size_t>(kept) * static_cast<std::size_t>(pitch()) * of_value;
  }
};

/// How a team does it: `along` members along a column, in `across` columns at a time, each in `held` columns.
struct TeamOfCells {
  int along = 1;
  int across = 1;
  int held = 1;
  STENCIL_FUNCTION constexpr int members() const { return along * across; }
  STENCIL_FUNCTION constexpr int columns() const { return across * held; }
};

/// What a member does of it: every `along`-th cell in `Held` columns of its team. Where the team has fewer columns, it
/// reads the last one, and does not write.
template <int Held>
struct CellsOfMember {
  int cell;               ///< the first
  int along;              ///< from one to the next
  int column_in_team;     ///< the first
  int across;             ///< from one to the next
  int columns;            ///< of the team
  std::ptrdiff_t before;  ///< columns of the grid before those of the team

  /// Member number `rank` of a team whose first column is number `first` of `count`. columns_first: neighbouring
  /// members take neighbouring columns.
  STENCIL_FUNCTION constexpr CellsOfMember(const TeamOfCells& team, bool columns_first, int rank, std::ptrdiff_t first,
                                           std::ptrdiff_t count)
      : cell(columns_first ? rank / team.across : rank % team.along),
        along(team.along),
        column_in_team(columns_first ? rank % team.across : rank / team.along),
        across(team.across),
        columns(count - first < team.columns() ? static_cast<int>(count - first) : team.columns()),
        before(first) {}

  /// Number `held` of the member's columns, in its team.
  STENCIL_FUNCTION constexpr int place(int held) const { return column_in_team + held * across; }
  STENCIL_FUNCTION constexpr bool has(int held) const { return place(held) < columns; }
  /// The same in the grid.
  STENCIL_FUNCTION constexpr std::ptrdiff_t column(int held) const {
    return before + (has(held) ? place(held) : columns - 1);
  }
};

}  // namespace stencil
