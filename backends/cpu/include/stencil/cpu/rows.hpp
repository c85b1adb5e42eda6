// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/cpu/row_lane.hpp>
#include <stencil/cpu/row_way.hpp>
#include <stencil/cpu/run.hpp>
#include <stencil/where_used.hpp>

/// Column functions row by row: a thread takes a few vectors of columns and carries the function out for each of their
/// rows, from the bottom up, so that values stay in registers.
namespace stencil::cpu {

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
/// That of a first pass after which strips go on. Only operations on whole columns call this and the next one, so that
/// neither is compiled for other functions.
template <int W, class Job>
void add_pass_before_strips(RowCode<Job>& code) {
  code.first.away_handing = &carry_out_rows<W, 0, AtRow::handing, Job>;
}
/// The code of the second pass.
template <int W, class Job>
void add_second_pass(RowCode<Job>& code) {
  add_pass_before_strips<W>(code);
  code.first.away_keeping = &carry_out_rows<W, 0, AtRow::away, Job>;
  code.second.at_end = &carry_out_rows<W, 1, AtRow::end, Job>;
  code.second.away = &carry_out_rows<W, 1, AtRow::plain, Job>;
}

/// How a job is carried out row by row, if it can and should be.
template <int W, class Job>
class RowPlan {
 public:
  STENCIL_SELDOM RowPlan(const Job& job, const EvaluatedColumns& columns, const column_functions::Demands& demands) {
    add_first_pass<W>(code_);
    const ColumnGridData& grid = column_functions::grid_of(job);
    if (demands.loops || grid.periodic) return;
    way_ = Way([&](int pass, RowNeeds& needs) {
      Looks lane(columns, {}, pass, nullptr, &needs);
      lane.code = &code_;
      lane.run(job, 0, 0, 0);
    });
  }
  bool operator==(const RowPlan&) const = default;
  /// What the first pass leaves to strips, if these carry out the others.
  const RowsForStrips* for_strips() const { return way_.for_strips(); }
  /// The number of passes; 0: the job does not go row by row.
  int passes() const { return way_.passes(); }
  /// What a thread keeps of some vectors of columns.
  RowPlaces places(int vectors, const EvaluatedColumns& columns) const { return way_.places(vectors, columns.levels); }
  /// Carries out the job for some vectors of columns from `column` on.
  void run(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t column, int vectors,
           const RowPlaces& places) const {
    for (int pass = 0; pass < most_row_passes; ++pass) {
      const RowPass* const told = way_.told(pass);
      if (told == nullptr) continue;
      const RowPassCode<Job>& code = pass == 0 ? code_.first : code_.second;
      run_pass(*told, code.at_end, pass == 0 && told->keeps ? code.away_keeping : code.away, job, columns, column,
               vectors, places);
    }
  }
  /// The first pass, after which strips take over.
  void run_first(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t column, int vectors,
                 const RowPlaces& places) const {
    run_pass(way_.first(), code_.first.at_end, code_.first.away_handing, job, columns, column, vectors, places);
  }

 private:
  using Function = typename RowPassCode<Job>::Function;
  using Way = where_used<RowWay, Job>;
  using Looks = RowLane<W, 0, AtRow::look, Job>;
  static void run_pass(const RowPass& told, Function at_end, Function away, const Job& job,
                       const EvaluatedColumns& columns, std::ptrdiff_t column, int vectors, const RowPlaces& places) {
    const int last = told.is_one_turn ? 1 : columns.levels + 1 + told.behind;
    const int first_away = std::min(told.first_away, last);
    const int last_away = std::clamp(told.last_away, first_away, last);
    at_end(job, columns, column, vectors, told, places, {0, first_away});
    away(job, columns, column, vectors, told, places, {first_away, last_away});
    at_end(job, columns, column, vectors, told, places, {last_away, last});
  }

  RowCode<Job> code_;
  Way way_;
};

}  // namespace stencil::cpu
