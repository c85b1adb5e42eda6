// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/cpu/row_lane.hpp>
#include <stencil/cpu/run.hpp>
#include <stencil/where_used.hpp>

/// Column functions row by row: a thread takes a few vectors of columns and carries the function out for each of their
/// rows, from the bottom up, so that values stay in registers. Only code that is inlined as a whole does so, for with
/// g++'s sanitizers it would take twice as long to compile and gain nothing; not clang's, whose `flatten` inlines calls
/// of one level alone, so that rows take up to seven times as long as strips; and not nvcc's, which refuses vectors of
/// truths. STENCIL_CPU_ROWS, defined for all of a program, says whether any does: 0 for none, 1 where that is faster, 2
/// wherever it can be, 3 wherever it can be with columns contiguous, so that tests can compare it with strips.
#if !defined(STENCIL_CPU_ROWS)
#if STENCIL_CPU_INLINES && !defined(__clang__) && !defined(__CUDACC__)
#define STENCIL_CPU_ROWS 1
#else
#define STENCIL_CPU_ROWS 0
#endif
#endif

namespace stencil::cpu {

/// The most passes over the rows of a column. Functions with more passes, such as two solves of which one uses the
/// other's solution, are slower row by row than by strips: their first pass goes row by row, the rest by strips.
inline constexpr int most_row_passes = 2;
/// The vectors of columns that go side by side, so that none waits for its row below. With columns contiguous each row
/// of a field lies on another page of memory: processors look ahead only where they take many lines of it. With levels
/// contiguous the tiles (row_tiles.hpp) have all levels, and must fit into a cache.
constexpr int most_rows_side_by_side(bool across) { return (across ? 1024 : 256) / simd::native_bytes; }
inline constexpr std::ptrdiff_t most_bytes_of_tiles = std::ptrdiff_t{192} * 1024;

/// Whether columns are neighbours in memory.
template <class Job>
inline constexpr bool is_across = false;
template <class Root, class Mask, class... Destinations>
inline constexpr bool is_across<column_functions::Job<Root, Mask, Destinations...>> =
    (Destinations::layout::columns_contiguous || ...);

/// Whether all results have one value per column.
template <class Job>
inline constexpr bool is_per_column = false;
template <class Root, class Mask, class... Destinations>
inline constexpr bool is_per_column<column_functions::Job<Root, Mask, Destinations...>> =
    (std::is_same_v<typename Destinations::location, Surface> && ...);

/// Whether vectors may be of levels, without operations on whole columns (levels.hpp).
template <class Job>
inline constexpr bool takes_levels = !is_per_column<Job> && STENCIL_CPU_ROWS != 3;
/// Their length, where vectors of columns have W. With longer ones a larger part of a column is near its ends, where
/// code takes several times as long.
template <int W>
inline constexpr int levels_in_vector = std::min(W, 8);

/// Carries a job out at some turns of a pass, for some columns.
template <int W, int Pass, AtRow How, class Job>
STENCIL_CPU_ONE_FUNCTION void carry_out_rows(const Job& given, const EvaluatedColumns& columns, std::ptrdiff_t column,
                                             int vectors, const RowPass& told, const RowPlaces& places,
                                             RowRange turns) {
  const Job job = given;  // its own copy: stores could alias the original
  RowLane<W, Pass, How> lane(columns, places, Pass, &told);
  for (int turn = turns.first; turn < turns.last; ++turn) {
    const int row = Pass == 1 ? columns.levels - turn : turn;
    if (Pass == 0 && places.ahead != nullptr) places.ahead->bring(turn);
    for (int v = 0; v < vectors; ++v) lane.run(job, row, v, column + std::ptrdiff_t{v} * W);
  }
}

/// The functions of a pass near ends and away from them, where it keeps something for the second pass, for strips, and
/// where not. The second keeps nothing.
template <class Job>
struct RowPassCode {
  using Function = void (*)(const Job&, const EvaluatedColumns&, std::ptrdiff_t, int, const RowPass&, const RowPlaces&,
                            RowRange);
  Function at_end = nullptr;
  Function away = nullptr;
  Function away_keeping = nullptr;
  Function away_handing = nullptr;
  bool operator==(const RowPassCode&) const = default;
};
template <class Job>
struct RowCode {
  RowPassCode<Job> first, second;
  bool operator==(const RowCode&) const = default;
};
template <int W, class Job>
void add_first_pass(RowCode<Job>& code) {
  code.first.at_end = &carry_out_rows<W, 0, AtRow::end, Job>;
  code.first.away = &carry_out_rows<W, 0, AtRow::plain, Job>;
}
/// The code of the second pass. Only operations on whole columns call this, so that it is not compiled for other
/// functions.
template <int W, class Job>
void add_second_pass(RowCode<Job>& code) {
  code.first.away_keeping = &carry_out_rows<W, 0, AtRow::away, Job>;
  code.first.away_handing = &carry_out_rows<W, 0, AtRow::handing, Job>;
  code.second.at_end = &carry_out_rows<W, 1, AtRow::end, Job>;
  code.second.away = &carry_out_rows<W, 1, AtRow::plain, Job>;
}

/// How a job is carried out row by row, if it can and should be.
template <int W, class Job>
class RowPlan {
 public:
  /// It should be where what it computes in all passes and writes for all rows costs less than what strips write and
  /// read for each operation.
  RowPlan(const Job& job, const EvaluatedColumns& columns, const column_functions::Demands& demands) {
    add_first_pass<W>(code_);
    const ColumnGridData& grid = column_functions::grid_of(job);
    if (demands.loops || grid.periodic) return;
    if (columns.heights_per_column && static_cast<std::ptrdiff_t>(grid.columns) < W) return;
    Needs needs[most_row_passes];
    if (!look(job, columns, 0, needs[0])) return;
    const int asked = needs[0].passes();
    if (asked > most_row_passes) plan_for_strips(job, columns, needs);
    if (asked > most_row_passes || needs[0].overwrites(asked - 1)) return;
    for (int pass = 1; pass < asked; ++pass) look(job, columns, pass, needs[pass]);
    int cost = 0;
    units_ = needs[0].units;
    where_used<std::vector<int>, Job> later;
    for (int pass = asked; pass-- > 0;) {
      told_[pass] = Pass(needs[pass], pass, later, units_);
      cost += told_[pass].cost;
      history_bytes_ = std::max(history_bytes_, needs[pass].history_bytes);
    }
    cost += cost_of_unit * units_;
    constexpr int rows_of_step = 4;  // at least: strips compute a value per column once in a step
    int by_strips = 0;
    for (int pass = 0; pass < asked; ++pass) {
      for (const RowOperation& operation : needs[pass].operations)
        by_strips += operation.again ? 0 : (operation.cost + cost_of_strip) / (operation.per_column ? rows_of_step : 1);
    }
    if (cost < by_strips || STENCIL_CPU_ROWS > 1) passes_ = asked;
  }
  bool operator==(const RowPlan&) const = default;
  /// What the first pass leaves to strips, if these carry out the others.
  const RowsForStrips* for_strips() const { return hands_ ? &handed_ : nullptr; }
  /// The number of passes; 0: the job does not go row by row.
  int passes() const {
    return static_cast<int>(std::count_if(told_, told_ + passes_, [](const Pass& told) { return !told.is_empty; }));
  }
  /// What a thread keeps of some vectors of columns.
  RowPlaces places(int vectors, const EvaluatedColumns& columns) const {
    return {vectors, columns.levels + 1, history_bytes_, units_};
  }
  /// Carries out the job for some vectors of columns from `column` on.
  void run(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t column, int vectors,
           const RowPlaces& places) const {
    for (int pass = 0; pass < passes_; ++pass) {
      if (told_[pass].is_empty) continue;
      const RowPassCode<Job>& code = pass == 0 ? code_.first : code_.second;
      const bool keeps = pass == 0 && told_[pass].keeps;
      run_pass(told_[pass], code.at_end, keeps ? code.away_keeping : code.away, job, columns, column, vectors, places);
    }
  }
  /// The first pass, after which strips take over.
  void run_first(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t column, int vectors,
                 const RowPlaces& places) const {
    run_pass(told_[0], code_.first.at_end, code_.first.away_handing, job, columns, column, vectors, places);
  }

 private:
  using Function = typename RowPassCode<Job>::Function;
  using Needs = where_used<RowNeeds, Job>;
  using Pass = where_used<RowPass, Job>;
  static void run_pass(const RowPass& told, Function at_end, Function away, const Job& job,
                       const EvaluatedColumns& columns, std::ptrdiff_t column, int vectors, const RowPlaces& places) {
    const int last = told.is_one_turn ? 1 : columns.levels + 1 + told.behind;
    const int first_away = std::min(told.first_away, last);
    const int last_away = std::clamp(told.last_away, first_away, last);
    at_end(job, columns, column, vectors, told, places, {0, first_away});
    away(job, columns, column, vectors, told, places, {first_away, last_away});
    at_end(job, columns, column, vectors, told, places, {last_away, last});
  }
  /// needs[0]: of the first pass.
  void plan_for_strips(const Job& job, const EvaluatedColumns& columns, Needs* needs) {
    if (needs[0].overwrites(1)) return;
    look(job, columns, Looks::strips, needs[1]);
    if (!needs[1].handed) return;
    units_ = needs[1].units;
    where_used<std::vector<int>, Job> later;
    const Pass rest(needs[1], 1, later, units_, true);
    told_[0] = Pass(needs[0], 0, later, units_, true);
    history_bytes_ = needs[0].history_bytes;
    handed_ = where_used<RowsForStrips, Job>(needs[1], rest, later);
    const auto by_strips = [&](const Needs& of, const Pass& pass) {
      int cost = 0;
      for (const RowOperation& operation : of.operations) {
        if (!operation.per_column && pass.needed[static_cast<std::size_t>(operation.result)] != 0)
          cost += operation.again == (&of == &needs[1]) ? operation.cost + cost_of_strip : 0;
      }
      return cost;
    };
    const int cost = told_[0].cost + cost_of_unit * handed_.units() + by_strips(needs[1], rest);
    hands_ = cost < by_strips(needs[0], told_[0]) || STENCIL_CPU_ROWS > 1;
  }
  bool look(const Job& job, const EvaluatedColumns& columns, int pass, Needs& needs) {
    needs.reserve();
    Looks lane(columns, {}, pass, nullptr, &needs);
    lane.code = &code_;
    lane.run(job, 0, 0, 0);
    return needs.carried_out;
  }

  static constexpr int cost_of_unit = 2, cost_of_strip = 5;  // measured, in operations
  using Looks = RowLane<W, 0, AtRow::look, Job>;

  RowCode<Job> code_;
  where_used<RowsForStrips, Job> handed_;
  bool hands_ = false;
  Pass told_[most_row_passes];
  int passes_ = 0;
  int history_bytes_ = 0;
  int units_ = 0;  ///< of memory for all rows
};

}  // namespace stencil::cpu
