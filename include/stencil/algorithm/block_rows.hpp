// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/block_cursor.hpp>
#include <stencil/algorithm/wide_words.hpp>
#include <stencil/expression/values.hpp>
#include <stencil/plan/margin.hpp>
#include <stencil/plan/reads.hpp>

/// How the rows of a tile of columns are dealt to the members of a team.
namespace stencil {

/// Where a member of a team begins, and how far it goes from one position to the next: along what is contiguous in
/// memory (`near`: rows of a column, or columns of a row), and across it.
struct TeamSeat {
  int near;
  int far;
  int near_step;
  int far_step;
};

/// The seat of member `rank` of a team of `size`, in lines of `width` members.
STENCIL_FUNCTION constexpr TeamSeat seat_in_line(int rank, int size, int width) {
  const int height = size / width;
  if (rank / width < height) return {rank % width, rank / width, width, height};
  return {1 << 30, 0, 1, 1};  // the last members do not fill a line: idle
}

/// The rows of a tile: the team's own rows that are needed, `Below` more rows below them and `Above` above.
template <class Location, class Needed, int Below, int Above>
struct TileRows {
  using location = Location;
  static constexpr int bottom = Needed::bottom;
  static constexpr int top = Needed::top;
  static constexpr int below = Below;
  static constexpr int above = Above;
  static constexpr bool past_the_end = true;  ///< in a ring
};
/// The rows of a destination.
template <class Location>
struct OwnRows : TileRows<Location, plan::AllRows, 0, 0> {
  static constexpr bool past_the_end = false;
};

template <class Plan, class Team>
struct BlockRows {
  const Team& team;
  const EvaluatedColumns& columns;
  const BlockRange& range;
  int pitch;     ///< rows of a tile for each column
  int row_zero;  ///< where row 0 of a column lies in its part of a tile

  /// Computes T(compute(cursor)) and calls store(cursor, value) at the `Rows` of a node. Rows near an end, where the
  /// formulas of ends may apply, are computed apart from the others: members in the interior then need no test of their
  /// position, and at the ends few warps are busy. The top face is computed apart too: N members then finish N + 1
  /// faces in one pass.
  template <class T, class N, class Rows, class Compute, class Store>
  STENCIL_FUNCTION void each(const Compute& compute, const Store& store) const {
    using Location = typename Rows::location;
    if constexpr (std::is_same_v<Location, Surface>) {
      if (range.begin > 0) return;
      STENCIL_ROLLED_LOOP
      for (int column = team.rank(); column < range.count; column += team.size()) {
        const auto at = cursor<Surface, false>(column, 0);
        store(at, static_cast<T>(compute(at)));
      }
      return;
    }
    const int rows = rows_at<Location>(columns.levels);
    const int begin = range.begin - Rows::below;
    const int end = range.end + Rows::above;
    if constexpr (Team::ends != ColumnEnds::bounded) {
      if (Team::ends == ColumnEnds::ring || columns.periodic)
        return each_between<T, Location, false>(begin, Rows::past_the_end ? end : min(end, rows), compute, store);
    }
    if constexpr (Team::ends != ColumnEnds::ring) {
      constexpr int bottom = max(plan::Margin<Plan, N>::rows(Side::bottom, false), Rows::bottom);
      constexpr int top =
          max(max(plan::Margin<Plan, N>::rows(Side::top, false), Rows::top), std::is_same_v<Location, Face> ? 1 : 0);
      each_between<T, Location, true>(max(begin, bottom), min(end, rows - top), compute, store);
      constexpr int at_bottom = bottom - Rows::bottom;
      constexpr int at_top = top - Rows::top;
      if constexpr (at_bottom + at_top > 0) {
        each_end<at_bottom + at_top>([&](int column, int number) {
          const bool lower = number < at_bottom;
          const int row = lower ? Rows::bottom + number : rows - Rows::top - 1 - (number - at_bottom);
          const bool asked = lower ? row < rows - Rows::top : row >= bottom;
          if (!asked || row < begin || row >= end) return;
          const auto at = cursor<Location, false>(column, row);
          store(at, static_cast<T>(compute(at)));
        });
      }
    }
  }

 private:
  template <class Location, bool Interior>
  STENCIL_FUNCTION auto cursor(int column, int row) const {
    return BlockCursor<Plan, Location, Team::ends, Interior>{columns, range.first + column, row, team.arena(),
                                                             column * pitch + row_zero};
  }

  template <class T, class Location, bool Interior, class Compute, class Store>
  STENCIL_FUNCTION void each_between(int begin, int end, const Compute& compute, const Store& store) const {
    // Positions that are computed before the first is written, so that their loads overlap.
    constexpr int at_a_time = Team::rows_at_a_time;
    const TeamSeat seat = team.seat();
    const int near_begin = Team::across_columns ? 0 : begin;
    const int near_end = Team::across_columns ? range.count : end;
    const int far_begin = Team::across_columns ? begin : 0;
    const int far_end = Team::across_columns ? end : range.count;
    STENCIL_ROLLED_LOOP
    for (int near = near_begin + seat.near; near < near_end; near += seat.near_step) {
      const auto at = [&](int far) {
        return Team::across_columns ? cursor<Location, Interior>(near, far) : cursor<Location, Interior>(far, near);
      };
      int far = far_begin + seat.far;
      if constexpr (at_a_time > 1) {
        STENCIL_ROLLED_LOOP
        for (; far + (at_a_time - 1) * seat.far_step < far_end; far += at_a_time * seat.far_step) {
          T value[static_cast<unsigned>(at_a_time)];
          unrolled<at_a_time>([&](int i) { value[i] = static_cast<T>(compute(at(far + i * seat.far_step))); });
          unrolled<at_a_time>([&](int i) { store(at(far + i * seat.far_step), value[i]); });
        }
      }
      STENCIL_ROLLED_LOOP
      for (; far < far_end; far += seat.far_step) store(at(far), static_cast<T>(compute(at(far))));
    }
  }

  /// f(column, number) for Count rows of every column.
  template <int Count, class F>
  STENCIL_FUNCTION void each_end(const F& f) const {
    if constexpr (Team::across_columns) {
      const TeamSeat seat = team.seat();
      STENCIL_ROLLED_LOOP
      for (int column = seat.near; column < range.count; column += seat.near_step) {
        STENCIL_ROLLED_LOOP
        for (int number = seat.far; number < Count; number += seat.far_step) f(column, number);
      }
    } else {
      STENCIL_ROLLED_LOOP
      for (int i = team.rank(); i < Count * range.count; i += team.size()) f(i / Count, i % Count);
    }
  }
};

}  // namespace stencil
