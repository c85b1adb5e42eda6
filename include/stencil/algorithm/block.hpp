// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/algorithm/block_rows.hpp>
#include <stencil/algorithm/output.hpp>
#include <stencil/plan/reads.hpp>
#include <stencil/plan/tiles.hpp>
#include <stencil/plan/walk.hpp>

/// The three-step algorithm on a tile of columns, run by a team: `rank()`, `size()`, `seat()`, `barrier()`, `arena()`,
/// what its type knows of the columns, `across_columns` and `ends`, and how many `rows_at_a_time` a member computes.
/// The same source runs as a CUDA block and, for tests, as a group of host threads.
namespace stencil {

/// What the types of an evaluation say about the tiles of its teams.
template <class Plan, class Outs>
struct BlockTiles;
template <class Plan, class... O>
struct BlockTiles<Plan, AssignmentOutputs<O...>> {
  /// Tree levels, and barriers.
  static constexpr int height = AssignmentOutputs<O...>::template height<Plan>;
  /// Rows below and above its own that one tree level reads of the tiles below it.
  static constexpr int below = plan::WidestStep<typename O::expression_type...>::below;
  static constexpr int above = plan::WidestStep<typename O::expression_type...>::above;
  /// Whether a team may compute some rows of a column only: nothing sums or picks levels of a tile.
  static constexpr bool cuts_columns = ((!std::is_same_v<typename O::location, Surface> ||
                                         plan::Stored<Plan, typename O::expression_type>::count == 0) &&
                                        ...);

  /// Rows of a column's tiles when `rows` rows are computed.
  static constexpr int rows_for(int rows, int levels, bool ring) {
    const bool whole = rows > levels;
    return whole && !ring ? rows : rows + height * (below + above);
  }
  /// Where row 0 lies in them.
  STENCIL_FUNCTION static constexpr int row_zero(const BlockRange& range, const EvaluatedColumns& columns) {
    const bool whole = range.begin == 0 && range.end > columns.levels;
    return whole && !columns.periodic ? 0 : height * below - range.begin;
  }
};

/// A tile's rows for each column: an odd number, so that a level of neighbouring columns lies in different banks of
/// shared memory.
STENCIL_FUNCTION constexpr int tile_pitch(int rows) { return rows | 1; }

/// Calls fill(node, I, asked rows) for every stored argument of one tree level.
template <class Plan, int Level, class Needed, class N, class F>
STENCIL_FUNCTION constexpr void each_stored_of_level(const N& node, const F& fill) {
  each_child(node, [&](const auto& child, auto index) {
    constexpr int I = decltype(index)::value;
    using Child = std::remove_cvref_t<decltype(child)>;
    using OfChild = typename plan::RowsNeededByNode<Needed, N, I>::type;
    if constexpr (plan::Height<Plan, Child>::value > Level) each_stored_of_level<Plan, Level, OfChild>(child, fill);
    if constexpr (plan::child_is_stored<Plan, N, I>() && plan::Height<Plan, Child>::value == Level)
      fill(node, index, OfChild{});
  });
}

/// Fills the tiles of one tree level. No barrier inside: tiles of one level do not read each other.
template <class Plan, int Level, class Tiles, class Node, class Team>
STENCIL_FUNCTION void fill_level(const Node& root, const BlockRows<Plan, Team>& rows) {
  each_stored_of_level<Plan, Level, plan::AllRows>(root, [&](const auto& node, auto index, auto asked) {
    constexpr int I = decltype(index)::value;
    const auto& source = plan::argument_of<I>(node);
    using Source = std::remove_cvref_t<decltype(source)>;
    using T = typename Source::value_type;
    const TilePlace& place = plan::tile_place_of<I>(node);
    constexpr int steps = Tiles::height - Level;
    using Rows = TileRows<typename Source::location, decltype(asked), steps * Tiles::below, steps * Tiles::above>;
    rows.template each<T, Source, Rows>(
        [&](const auto& at) { return static_cast<T>(source.value(at)); },
        [&](const auto& at, const T& value) { *at.template place_in_tile<T>(place.offset) = value; });
  });
}

template <class Plan, int Level, class Outputs, class Team>
STENCIL_FUNCTION void fill_levels(const Outputs& outputs, const BlockRows<Plan, Team>& rows) {
  using Tiles = BlockTiles<Plan, Outputs>;
  if constexpr (Level < Tiles::height) {
    outputs.each([&](const auto& output) {
      using Node = std::remove_cvref_t<decltype(output.expression)>;
      if constexpr (plan::Height<Plan, Node>::value > Level) fill_level<Plan, Level, Tiles>(output.expression, rows);
    });
    rows.team.barrier();
    fill_levels<Plan, Level + 1>(outputs, rows);
  }
}

/// The second and third step: tiles are filled level by level of the tree, then the destinations are evaluated. The
/// first step was taken on the host, so every node knows its tile. Staged: a destination is also read at neighbouring
/// rows, by an expression or a mask, so a tile is the stand-in for its results until all has been read. pitch: rows of
/// a tile for each column.
template <class Plan, bool Staged, class Outputs, class Team>
STENCIL_FUNCTION void evaluate_block(const Outputs& outputs, const Team& team, const EvaluatedColumns& columns,
                                     const BlockRange& range, int pitch) {
  const BlockRows<Plan, Team> rows{team, columns, range, pitch, BlockTiles<Plan, Outputs>::row_zero(range, columns)};
  fill_levels<Plan, 0>(outputs, rows);
  outputs.each([&](const auto& output) {
    using Output = std::remove_cvref_t<decltype(output)>;
    using T = typename Output::value_type;
    rows.template each<T, typename Output::expression_type, OwnRows<typename Output::location>>(
        [&](const auto& at) {
          if constexpr (Staged) {
            return output.stored(at.without_tiles(), static_cast<T>(output.value(at)));
          } else {
            return output.value(at);
          }
        },
        [&](const auto& at, const T& value) {
          if constexpr (Staged) {
            *at.template place_in_tile<T>(output.stage.offset) = value;
          } else {
            output.store(at.without_tiles(), value);
          }
        });
  });
  if constexpr (Staged) {
    team.barrier();
    outputs.each([&](const auto& output) {
      using Output = std::remove_cvref_t<decltype(output)>;
      using T = typename Output::value_type;
      rows.template each<T, ScalarNode<T>, OwnRows<typename Output::location>>(
          [&](const auto& at) { return *at.template place_in_tile<T>(output.stage.offset); },
          [&](const auto& at, const T& value) { at.store(output.destination, value); });
    });
  }
}

}  // namespace stencil
