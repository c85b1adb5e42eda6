// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/sweep_lane.hpp>
#include <stencil/columnwise/sweep_tiles.hpp>
#include <stencil/plan/walk.hpp>

/// Teams of threads that sweep along neighbouring columns, a column each. They read memory or, where levels are
/// neighbours there, copy some rows of all their columns at a time into tiles, so that neighbouring threads copy
/// neighbouring values. Results whose levels are neighbours in memory go back the same way.
namespace stencil::column_functions {

STENCIL_FUNCTION constexpr int clamped(int x, int low, int high) { return x < low ? low : x < high ? x : high; }

/// A column of a job, by a thread that reads memory.
template <Sweep Way, class Team, class Job>
STENCIL_FUNCTION void sweep_column(const Job& job, const EvaluatedColumns& columns, const SweptFields& fields,
                                   std::ptrdiff_t column) {
  SweepLane<Way, Team> lane(columns);
  HistoryBlock near, far;  // of both lanes: of copies nvcc 13.0 takes minutes where values are many
  lane.begin(fields, {&near, &far}, column);
  for (; lane.pass_number <= lane.last_pass; ++lane.pass_number) {
    STENCIL_ROLLED_LOOP
    for (int turn = 0; turn < fields.turns; ++turn) {
      if (turn == fields.first_away) {
        SweepLane<Way, Team, NotHeld, true> inside(lane);
        STENCIL_ROLLED_LOOP
        for (; turn < fields.last_away; ++turn) inside.run(job, turn, 0);
        if (turn == fields.turns) break;
      }
      lane.run(job, turn, 0);
    }
  }
}

/// A team's part of a job: the columns from `first` on. Each member of the team calls this.
template <Sweep Way, class Team, class Job>
  requires requires { Team::reads_memory; }
STENCIL_FUNCTION void sweep_columns(const Team& team, const Job& job, const EvaluatedColumns& columns,
                                    const SweptFields& fields, std::ptrdiff_t first, std::ptrdiff_t count) {
  for (std::ptrdiff_t column = first + team.member(); column < count && column < first + Team::columns;
       column += Team::size)
    sweep_column<Way, Team>(job, columns, fields, column);
}
template <Sweep Way, class Team, class Job>
  requires(!requires { Team::reads_memory; })
STENCIL_FUNCTION void sweep_columns(const Team& team, const Job& job, const EvaluatedColumns& columns,
                                    const SweptFields& fields, std::ptrdiff_t first, std::ptrdiff_t count) {
  const int rows = fields.whole ? fields.turns : fields.rows;
  char* const tiles = team.memory();
  const int values = fields.template values_of_tile<Team>();
  char* const results = tiles + fields.read_bytes * values;
  const std::ptrdiff_t own = first + team.member(), end = first + Team::columns < count ? first + Team::columns : count;
  SweepLane<Way, Team> lane(columns);
  HistoryBlock near, far;  // of both lanes: of copies nvcc 13.0 takes minutes where values are many
  lane.begin(fields, {&near, &far}, own);
  lane.find_places(team.member(), fields);
  lane.values_of_tile = values;
  lane.read_from = tiles;
  lane.write_to = results;
  lane.fields = &fields;
  for (; lane.pass_number <= lane.last_pass; ++lane.pass_number) {
    for (int begin = 0; begin < fields.turns; begin += rows) {
      if (begin > 0) team.barrier();  // results lie where fields that were read did
      bring_rows<Way>(team, fields, tiles, begin, first, count);
      team.wait_for_copies();
      team.barrier();
      const int left = fields.turns - begin < rows ? fields.turns - begin : rows;
      const int turns = own < end ? left : 0;  // members beside the last columns only copy
      // One loop near the ends and one away from them, from which compilers remove the tests for ends.
      const int first_away = clamped(fields.first_away - begin, 0, turns);
      const int last_away = clamped(fields.last_away - begin, first_away, turns);
      STENCIL_ROLLED_LOOP
      for (int slot = 0; slot < turns; ++slot) {
        if (slot == first_away) {
          SweepLane<Way, Team, NotHeld, true> inside(lane);
          for (; slot < last_away; ++slot) inside.run(job, begin + slot, slot);
          if (slot == turns) break;
        }
        lane.run(job, begin + slot, slot);
      }
      team.barrier();
      if (lane.pass_number == lane.last_pass) take_rows_home<Way>(team, fields, results, begin, first, count);
    }
  }
}

/// A job for threads that sweep: in place of its fields, where their tiles are.
template <class Job>
struct SweepPlan {
  Job in_tiles;
  SweptFields fields{};
  bool possible = true;
  bool gives_its_tile[SweptFields::most] = {};  ///< whether the tile of a field that is read is used for a result too

  template <class Team, class T, class Where, class Layout, class Space>
  void add(const FieldLeaf<T, Where, Layout, Space>& leaf, bool written, int behind) {
    if constexpr (!std::is_same_v<Where, Surface>) {
      constexpr bool fits = std::is_arithmetic_v<std::remove_const_t<T>> && (sizeof(T) == 4 || sizeof(T) == 8);
      if (!fits || leaf.strides.level() < 1 || leaf.strides.column() < 1) {
        possible = false;
        return;
      }
      if (written && Layout::columns_contiguous) return;  // neighbouring threads write neighbouring values
      auto* const data = reinterpret_cast<char*>(const_cast<std::remove_const_t<T>*>(leaf.data));
      const auto size = static_cast<std::ptrdiff_t>(sizeof(T));
      const std::ptrdiff_t row_bytes = leaf.strides.level() * size, column_bytes = leaf.strides.column() * size;
      const int rows = rows_at<Where>(leaf.grid->levels);
      SweptField field{data, row_bytes, column_bytes, rows, behind, 0, sizeof(T) == 8, Layout::columns_contiguous};
      const SweptField* known = nullptr;
      for (int i = 0; i < fields.read && !written; ++i) {
        if (fields.field[i].holds_same(field)) known = fields.field + i;
      }
      if (known != nullptr) {
        field.place = known->place;
      } else if (fields.read + fields.written == SweptFields::most) {
        possible = false;
        return;
      } else {
        find_place<Team>(field, written);
        fields.field[fields.read + fields.written] = field;
        ++(written ? fields.written : fields.read);
        fields.whole_pitch = largest_of(fields.whole_pitch, pitch_of_whole(rows, field.size()));
        fields.whole = fields.whole && size * Team::columns % 16 == 0 && row_bytes == size &&
                       column_bytes == rows * size && reinterpret_cast<std::uintptr_t>(data) % 16 == 0;
      }
      const_cast<FieldLeaf<T, Where, Layout, Space>&>(leaf).data =
          reinterpret_cast<T*>(static_cast<std::uintptr_t>(field.place));
    }
  }

  /// A result takes the tile of a field that is read, of which a thread needs no row again, if one fits: its place is
  /// counted from the first tile of results.
  template <class Team>
  void find_place(SweptField& field, bool written) {
    for (int i = 0; i < fields.read && written; ++i) {
      const SweptField& read = fields.field[i];
      if (gives_its_tile[i] || read.is_wide != field.is_wide || read.rows != field.rows) continue;
      gives_its_tile[i] = true;
      field.place = read.place - fields.read_bytes;
      return;
    }
    int& bytes = written ? fields.write_bytes : fields.read_bytes;
    field.place = bytes;
    bytes += field.size();
  }
};

inline constexpr const char* cannot_sweep =
    "this strategy takes column functions with marches, all in one direction, reductions, searches or at_level, and no "
    "other operations on whole columns, of numbers of 4 or 8 bytes, without a mask or active levels, on a grid with "
    "ends; leave the strategy out";

/// Whether threads that sweep may carry out a job, by its types: of whole columns, without a mask.
template <class Job>
inline constexpr bool may_be_swept = false;
template <class Root, class... Destinations>
inline constexpr bool may_be_swept<Job<Root, NoMask, Destinations...>> = true;

/// Finds how threads that sweep carry out a job, if they can, but for the rows of tiles. Code: see SweepLane.
template <class Team, class Code, class Root, class... Destinations>
bool plan_sweep(SweepPlan<Job<Root, NoMask, Destinations...>>& plan, SweepLook<Code>& look,
                const EvaluatedColumns& columns, const Demands& demands) {
  if (!demands.whole || columns.periodic || demands.loops || demands.goes_around) return false;
  plan.fields.top_row = columns.levels - (demands.top_face ? 0 : 1);
  for (const bool upward : {true, false}) {
    look.needs = {};
    look.needs.upward = upward;
    SweepLane<Sweep::look, Team, Code> lane(columns);
    lane.look = &look;
    lane.top_row = plan.fields.top_row;
    lane.run(plan.in_tiles, 0, 0);
    if (look.needs.carried_out || !demands.in_turns) break;  // without marches threads go upward
  }
  const SweepNeeds& needs = look.needs;
  if (!needs.carried_out || needs.results > SweepNeeds::most_results || needs.passes > SweepNeeds::most_passes)
    return false;
  plan.fields.turns = plan.fields.top_row + 1 + needs.behind;
  plan.fields.passes = needs.passes;
  plan.fields.kept.set_size(needs.kept(), columns.levels, static_cast<std::ptrdiff_t>(grid_of(plan.in_tiles).columns));
  plan.fields.first_away = largest_of(needs.first_away, needs.of_columns ? 1 : 0);
  plan.fields.last_away = needs.last_away < plan.fields.turns ? needs.last_away : plan.fields.turns - 1;
  if constexpr (!requires { Team::reads_memory; }) {
    plan::each_leaf<plan::StoreNothing>(
        plan.in_tiles.root, [&](const auto& leaf, plan::ReadAs) { plan.template add<Team>(leaf, false, 0); });
    int result = 0;
    plan.in_tiles.destinations.apply(
        [&](const auto&... to) { (plan.template add<Team>(to, true, needs.behind_of[result++]), ...); });
  }
  return plan.possible;
}

}  // namespace stencil::column_functions
