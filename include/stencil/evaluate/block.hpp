// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/evaluate/output.hpp>
#include <stencil/evaluate/row_cursor.hpp>
#include <stencil/plan/tiles.hpp>
#include <stencil/plan/walk.hpp>

/// The three-step algorithm on a tile of columns, run by a team: `rank()`, `size()`, `barrier()`, `arena()`. The same
/// source runs as a CUDA block and, for tests, as a group of host threads.
namespace stencil {

/// The columns [first, first + count) that one team computes.
struct ColumnRange {
  std::ptrdiff_t first;
  int count;
};

/// Rows of a tile per column: enough for faces, the same at both locations, so that tiles can take each other's place.
STENCIL_FUNCTION constexpr int tile_rows(int levels) { return levels + 1; }

/// Calls f(cursor) at every row of every column of the range, the rows dealt to the members of the team.
template <class Plan, class Location, class Team, class F>
STENCIL_FUNCTION void each_row(const Team& team, const ColumnSet& columns, ColumnRange range, const F& f) {
  const int rows = rows_at<Location>(columns.levels);
  int row = team.rank();
  int column = 0;
  while (row >= rows) {
    row -= rows;
    ++column;
  }
  while (column < range.count) {
    f(RowCursor<Plan, Location>{columns, range.first + column, row, team.arena(),
                                static_cast<std::ptrdiff_t>(column) * tile_rows(columns.levels)});
    row += team.size();
    while (row >= rows) {
      row -= rows;
      ++column;
    }
  }
}

/// Fills the tiles of one tree level. No barrier inside: tiles of one level do not read each other.
template <class Plan, int Level, class Node, class Team>
STENCIL_FUNCTION void fill_level(const Node& root, const Team& team, const ColumnSet& columns, ColumnRange range) {
  plan::each_stored<Plan>(root, [&](const auto& node, auto index) {
    constexpr int I = decltype(index)::value;
    const auto& source = plan::argument_of<I>(node);
    using Source = std::remove_cvref_t<decltype(source)>;
    if constexpr (plan::Height<Plan, Source>::value == Level) {
      const Work& work = plan::work_of<I>(node);
      if (work.filled_elsewhere) return;
      each_row<Plan, typename Source::location>(team, columns, range, [&](const auto& at) {
        using T = typename Source::value_type;
        at.template store_tile<T>(work.offset, static_cast<T>(source.value(at)));
      });
    }
  });
}

template <class Plan, int Level, int Levels, class Outputs, class Team>
STENCIL_FUNCTION void fill_levels(const Outputs& outputs, const Team& team, const ColumnSet& columns,
                                  ColumnRange range) {
  if constexpr (Level < Levels) {
    outputs.each([&](const auto& output) { fill_level<Plan, Level>(output.expression, team, columns, range); });
    team.barrier();
    fill_levels<Plan, Level + 1, Levels>(outputs, team, columns, range);
  }
}

/// Allocate was done on the host (every node knows its tile); fill level by level, then evaluate the destinations.
/// `Staged` says that a destination is also read at neighbouring rows: its values wait in a tile until all are read.
template <class Plan, bool Staged, class Outputs, class Team>
STENCIL_FUNCTION void evaluate_block(const Outputs& outputs, const Team& team, const ColumnSet& columns,
                                     ColumnRange range) {
  fill_levels<Plan, 0, Outputs::template height<Plan>>(outputs, team, columns, range);
  outputs.each([&](const auto& output) {
    using Output = std::remove_cvref_t<decltype(output)>;
    each_row<Plan, typename Output::location>(team, columns, range, [&](const auto& at) {
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
      each_row<Plan, typename Output::location>(team, columns, range, [&](const auto& at) {
        using T = typename Output::value_type;
        output.store(at,
                     reinterpret_cast<const T*>(at.arena + output.stage.offset)[at.tile_column + at.destination_row]);
      });
    });
  }
}

}  // namespace stencil
