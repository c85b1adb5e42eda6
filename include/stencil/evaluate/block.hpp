// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/evaluate/output.hpp>
#include <stencil/evaluate/row_cursor.hpp>
#include <stencil/plan/tiles.hpp>
#include <stencil/plan/walk.hpp>

/// The three-step algorithm on a tile of columns, run by a team: `rank()`, `size()`, `barrier()`, `arena()`, and what
/// its type knows of the columns, `across_columns` and `ends`. The same source runs as a CUDA block and, for tests, as
/// a group of host threads.
namespace stencil {

/// The columns [first, first + count) that one team computes.
struct ColumnRange {
  std::ptrdiff_t first;
  int count;
};

/// Rows of a tile per column: enough for faces, the same at both locations, so that tiles can take each other's place;
/// an odd number, so that a level of neighbouring columns lies in different banks of shared memory.
STENCIL_FUNCTION constexpr int tile_rows(int levels) { return (levels + 1) | 1; }

/// Where a member of a team begins, and how far it goes from one position to the next.
struct Seat {
  int column;
  int row;
  int column_step;
  int row_step;
};

/// Neighbouring members take neighbouring rows, or, where columns are contiguous in memory, neighbouring columns.
template <class Team>
STENCIL_FUNCTION Seat seat_of(const Team& team, int levels, int count) {
  const int rows = rows_at<Face>(levels);
  const int width = Team::across_columns ? count : rows < team.size() ? rows : team.size();
  const int height = team.size() / width;
  const int far = team.rank() / width;
  const int near = team.rank() - far * width;
  if (far >= height) return {count, 0, 1, 1};  // one of the last members, who would be a part of a further row
  if constexpr (Team::across_columns) {
    return {near, far, width, height};
  } else {
    return {far, near, height, width};
  }
}

/// Calls f(cursor) at every row of every column of the range that is the member's to compute.
template <class Plan, class Location, class Team, class F>
STENCIL_FUNCTION void each_row(const Team& team, const Seat& seat, const ColumnSet& columns, ColumnRange range,
                               const F& f) {
  const int rows = rows_at<Location>(columns.levels);
  for (int column = seat.column; column < range.count; column += seat.column_step) {
    const std::ptrdiff_t tile = static_cast<std::ptrdiff_t>(column) * tile_rows(columns.levels);
    for (int row = seat.row; row < rows; row += seat.row_step)
      f(RowCursor<Plan, Location, 0, Team::ends>{columns, range.first + column, row, team.arena(), tile});
  }
}

/// Fills the tiles of one tree level. No barrier inside: tiles of one level do not read each other.
template <class Plan, int Level, class Node, class Team>
STENCIL_FUNCTION void fill_level(const Node& root, const Team& team, const Seat& seat, const ColumnSet& columns,
                                 ColumnRange range) {
  plan::each_stored<Plan>(root, [&](const auto& node, auto index) {
    constexpr int I = decltype(index)::value;
    const auto& source = plan::argument_of<I>(node);
    using Source = std::remove_cvref_t<decltype(source)>;
    if constexpr (plan::Height<Plan, Source>::value == Level) {
      const Work& work = plan::work_of<I>(node);
      if (work.filled_elsewhere) return;
      each_row<Plan, typename Source::location>(team, seat, columns, range, [&](const auto& at) {
        using T = typename Source::value_type;
        at.template store_tile<T>(work.offset, static_cast<T>(source.value(at)));
      });
    }
  });
}

template <class Plan, int Level, int Levels, class Outputs, class Team>
STENCIL_FUNCTION void fill_levels(const Outputs& outputs, const Team& team, const Seat& seat, const ColumnSet& columns,
                                  ColumnRange range) {
  if constexpr (Level < Levels) {
    outputs.each([&](const auto& output) { fill_level<Plan, Level>(output.expression, team, seat, columns, range); });
    team.barrier();
    fill_levels<Plan, Level + 1, Levels>(outputs, team, seat, columns, range);
  }
}

/// Allocate was done on the host (every node knows its tile); fill level by level, then evaluate the destinations.
/// `Staged` says that a destination is also read at neighbouring rows: its values wait in a tile until all are read.
template <class Plan, bool Staged, class Outputs, class Team>
STENCIL_FUNCTION void evaluate_block(const Outputs& outputs, const Team& team, const ColumnSet& columns,
                                     ColumnRange range) {
  const Seat seat = seat_of(team, columns.levels, range.count);
  fill_levels<Plan, 0, Outputs::template height<Plan>>(outputs, team, seat, columns, range);
  outputs.each([&](const auto& output) {
    using Output = std::remove_cvref_t<decltype(output)>;
    each_row<Plan, typename Output::location>(team, seat, columns, range, [&](const auto& at) {
      if constexpr (Staged) {
        using T = typename Output::value_type;
        at.template store_tile<T>(output.stage.offset, output.value(at));
      } else {
        output.store(at, output.value(at));
      }
    });
  });
  if constexpr (Staged) {
    team.barrier();
    outputs.each([&](const auto& output) {
      using Output = std::remove_cvref_t<decltype(output)>;
      each_row<Plan, typename Output::location>(team, seat, columns, range, [&](const auto& at) {
        using T = typename Output::value_type;
        output.store(at,
                     reinterpret_cast<const T*>(at.arena + output.stage.offset)[at.tile_column + at.destination_row]);
      });
    });
  }
}

}  // namespace stencil
