// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/cpu/row_lane.hpp>
#include <stencil/cpu/run.hpp>

/// Column functions row by row: a thread takes a few vectors of columns and carries the function out for each of their
/// rows, from the bottom up, so that values stay in registers. Only code that is inlined as a whole does so, for with
/// g++'s sanitizers it would take twice as long to compile and gain nothing, and not nvcc's, which refuses vectors of
/// truths; STENCIL_CPU_ROWS, defined for all of a program, says whether any does: 0 for none, 1 where that is faster, 2
/// wherever it can be.
#if !defined(STENCIL_CPU_ROWS)
#if STENCIL_CPU_INLINES && !defined(__CUDACC__)
#define STENCIL_CPU_ROWS 1
#else
#define STENCIL_CPU_ROWS 0
#endif
#endif

namespace stencil::cpu {

/// The most passes over the rows of a column. What has more, as two solves of which one takes the other's solution, is
/// slower than by strips, whichever way it was compiled.
inline constexpr int most_row_passes = 2;
/// The vectors of columns that go side by side, so that none waits for its row below.
inline constexpr int rows_side_by_side = 256 / simd::native_bytes;

/// One pass over some columns. The last one keeps nothing for others.
template <int W, int Pass, class Job>
STENCIL_CPU_ONE_FUNCTION void pass_over(const Job& given, const ColumnSet& columns, std::ptrdiff_t column, int vectors,
                                        const RowPass& told, const RowPlaces& places) {
  const Job job = given;  // its own copy: stores could alias the original
  RowLane<W, Pass, AtRow::end> at_end(columns, places, Pass, &told);
  const int last = columns.levels + 1 + told.behind;
  const int first_away = std::min(told.first_away, last);
  const int last_away = std::clamp(told.last_away, first_away, last);
  const auto run = [&](auto& lane, int turn) {
    const int row = Pass == 1 ? columns.levels - turn : turn;
    for (int v = 0; v < vectors; ++v) lane.run(job, row, v, column + std::ptrdiff_t{v} * W);
  };
  for (int turn = 0; turn < last; ++turn) {
    if (turn == first_away) {
      if (Pass == 1 || !told.keeps) {
        RowLane<W, Pass, AtRow::plain> plain(columns, places, Pass, &told);
        for (; turn < last_away; ++turn) run(plain, turn);
      }
      if constexpr (Pass == 0) {
        RowLane<W, Pass, AtRow::away> away(columns, places, Pass, &told);
        for (; turn < last_away; ++turn) run(away, turn);
      }
      if (turn == last) break;
    }
    run(at_end, turn);
  }
}

/// How a job is carried out row by row, if it can and should be.
template <int W, class Job>
class RowPlan {
 public:
  /// It should be where what it computes in all passes and writes for all rows costs less than what strips write and
  /// read for each operation.
  RowPlan(const Job& job, const ColumnSet& columns, const column_functions::Demands& demands) {
    const GridData& grid = column_functions::grid_of(job);
    if (demands.loops || grid.periodic || static_cast<std::ptrdiff_t>(grid.columns) < W) return;
    RowNeeds needs[most_row_passes];
    if (!look(job, columns, 0, needs[0])) return;
    const int asked = needs[0].passes();
    if (asked > most_row_passes || needs[0].overwrites()) return;
    for (int pass = 1; pass < asked; ++pass) look(job, columns, pass, needs[pass]);
    int cost = 0;
    units_ = needs[0].units;
    std::vector<int> later;
    for (int pass = asked; pass-- > 0;) {
      told_[pass] = RowPass(needs[pass], pass, later, units_);
      cost += told_[pass].cost;
      history_bytes_ = std::max(history_bytes_, needs[pass].history_bytes);
    }
    constexpr int cost_of_unit = 4, cost_of_strip = 5;  // measured, in operations
    cost += cost_of_unit * units_;
    int by_strips = 0;
    for (int pass = 0; pass < asked; ++pass) {
      for (const RowOperation& operation : needs[pass].operations)
        by_strips += operation.again ? 0 : operation.cost + cost_of_strip;
    }
    if (cost < by_strips || STENCIL_CPU_ROWS > 1) passes_ = asked;
  }
  /// 0: it is not carried out so.
  int passes() const {
    return static_cast<int>(std::count_if(told_, told_ + passes_, [](const RowPass& told) { return !told.is_empty; }));
  }
  /// What a thread keeps of some vectors of columns.
  RowPlaces places(int vectors, const ColumnSet& columns) const {
    return {vectors, columns.levels + 1, history_bytes_, units_};
  }
  /// Carries out the job for some vectors of columns from `column` on.
  void run(const Job& job, const ColumnSet& columns, std::ptrdiff_t column, int vectors,
           const RowPlaces& places) const {
    if (!told_[0].is_empty) pass_over<W, 0>(job, columns, column, vectors, told_[0], places);
    if (passes_ > 1) pass_over<W, 1>(job, columns, column, vectors, told_[1], places);
  }

 private:
  static bool look(const Job& job, const ColumnSet& columns, int pass, RowNeeds& needs) {
    RowLane<W, 0, AtRow::look> lane(columns, {}, pass, nullptr, &needs);
    lane.run(job, 0, 0, 0);
    return needs.carried_out;
  }

  RowPass told_[most_row_passes];
  int passes_ = 0;
  int history_bytes_ = 0;
  int units_ = 0;  ///< of memory for all rows
};

}  // namespace stencil::cpu
