// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/level_lane.hpp>
#include <stencil/cpu/rows.hpp>
#include <stencil/where_used.hpp>

/// Column functions without operations on whole columns, for columns that do not fill a vector or are long: a thread
/// takes one column after the other and carries the function out for each vector of its levels.
namespace stencil::cpu {

/// From how many columns on vectors of W columns are faster than vectors of levels, by measurement: with columns
/// contiguous earlier, since the levels of a vector are not neighbours in memory.
template <int W, class Job>
inline constexpr int fewest_across = is_across<Job> ? std::max(2, levels_in_vector<W> / 2) : W;

/// The same of levels: from how many on vectors of them are faster for any number of columns. With levels contiguous
/// they need no copies of columns as neighbours, which counts where a small part of a column is near its ends. Not with
/// vectors of 64 bytes, whose loads of neighbouring levels mostly lie on two cache lines.
template <int W, class Job>
inline constexpr int fewest_levels =
    !is_across<Job> && STENCIL_CPU_ROWS == 1 && simd::native_bytes < 64 ? 14 * levels_in_vector<W>
                                                                        : std::numeric_limits<int>::max();
inline bool levels_are_faster(const ColumnGridData& grid, int least_across, int least_levels) {
  return grid.columns < static_cast<std::size_t>(least_across) || grid.levels >= least_levels;
}

/// Carries a job out at some vectors of a column. Near ends and away from them by functions of their own: in one that
/// is twice as long compilers lose track of what they know of each operation. The lowest vector, whose rows they know,
/// takes a fraction of the time of others near ends, and those near the top ask for nothing of the bottom.
template <int W, AtLevels How, class Job>
STENCIL_CPU_ONE_FUNCTION void carry_out_levels(const Job& given, const EvaluatedColumns& columns, std::ptrdiff_t column,
                                               int first, int last, char* history, const LevelsOfHeights& heights) {
  if (first == last) return;
  const Job job = given;  // its own copy: stores could alias the original
  LevelLane<W, How> lane(columns, history, heights);
  for (int turn = first; turn < last; ++turn) lane.run(job, column, turn);
}

/// How a job is carried out so, if it can be.
template <int W, class Job>
class LevelPlan {
 public:
  LevelPlan(const Job& job, const column_functions::Demands& demands) {
    const ColumnGridData& grid = column_functions::grid_of(job);
    if (demands.whole || demands.loops || grid.periodic) return;
    EvaluatedColumns columns = column_set<false>(grid);
    columns.heights_per_column = false;  // a column has one height at each level, whatever others have
    where_used<RowNeeds, Job> needs;
    needs.lists = false;
    RowCode<Job> code;
    RowLane<W, 0, AtRow::look, Job> lane(columns, {}, 0, nullptr, &needs);
    lane.code = &code;
    lane.run(job, 0, 0, 0);
    if (!needs.carried_out) return;
    const int rows = columns.levels + 1 + needs.behind;
    // One of them at least may be kept from the lowest rows on.
    const int kept = needs.per_column_bytes;
    const int low_turns = (std::max(needs.first_away, kept > 0 ? 1 : 0) + W - 1) / W;
    const int last_away = std::min(needs.last_away, rows);
    if (low_turns * W > last_away) return;  // one of them is near the top too
    turns_ = {low_turns, last_away / W, (rows + W - 1) / W};
    constexpr int units_of_line = RowPlaces::line / RowPlaces::unit, line = RowPlaces::line;
    heights_turns_ = (turns_.last + units_of_line - 1) / units_of_line * units_of_line;
    heights_begin_ = (needs.history_bytes + kept + line - 1) / line * line;
    places_ = RowPlaces(1, 0, heights_begin_ + needs.heights_bytes * heights_turns_, 0);
  }
  bool operator==(const LevelPlan&) const = default;
  /// Whether the job can be carried out so.
  bool carries_out() const { return turns_.last > 0; }

  template <class Threads>
  void run(const Job& job, std::ptrdiff_t bytes, const Threads& deal) const {
    const ColumnGridData& grid = column_functions::grid_of(job);
    const EvaluatedColumns columns = column_set<false>(grid);
    deal(static_cast<std::ptrdiff_t>(grid.columns), bytes, static_cast<std::size_t>(places_.bytes),
         [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
           char* const history = places_.in(memory).history(0);
           LevelsOfHeights heights{history + heights_begin_, heights_turns_};
           for (std::ptrdiff_t column = first; column < last; ++column) {
             heights.are_new = column == first || columns.heights_per_column;
             const auto carry_out = [&]<AtLevels How>(std::integral_constant<AtLevels, How>, int begin, int end) {
               carry_out_levels<W, How>(job, columns, column, begin, end, history, heights);
             };
             const int last_bottom = std::min(1, turns_.first_away);
             carry_out(std::integral_constant<AtLevels, AtLevels::bottom>{}, 0, last_bottom);
             carry_out(std::integral_constant<AtLevels, AtLevels::low>{}, last_bottom, turns_.first_away);
             carry_out(std::integral_constant<AtLevels, AtLevels::away>{}, turns_.first_away, turns_.last_away);
             carry_out(std::integral_constant<AtLevels, AtLevels::top>{}, turns_.last_away, turns_.last);
           }
         });
  }

 private:
  /// Of the vectors of a column: the first that is away from ends, the first that is not again, and their number. Where
  /// columns are too short for vectors below that are not near the top as well, there are none.
  struct Turns {
    int first_away;
    int last_away;
    int last;
    bool operator==(const Turns&) const = default;
  };
  Turns turns_{};
  int heights_begin_ = 0;  ///< in bytes behind the history
  int heights_turns_ = 0;
  RowPlaces places_;
};

}  // namespace stencil::cpu
