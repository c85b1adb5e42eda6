// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include <stencil/cpu/columnwise.hpp>

/// What explain says of column functions on a CPU.
namespace stencil::cpu {

/// Adds to `x` how a column function would be carried out.
template <class Root, class Mask, class... Destinations, class Explanation>
void describe_columns(const column_functions::Job<Root, Mask, Destinations...>& job,
                      const column_functions::Demands& demands, Explanation& x) {
  constexpr bool across = (Destinations::layout::columns_contiguous || ...);
  constexpr int W = WidestOfJob<Root, Destinations...>::width;
  const ColumnGridData& grid = *argument_at<0>(job.destinations).grid;
  const char* before = "";
  using Job = column_functions::Job<Root, Mask, Destinations...>;
  const StripShape shape = strip_shape<across, W>(demands, grid, static_cast<std::ptrdiff_t>(grid.columns), 1);
  const std::string vectors =
      "a thread takes " + std::to_string(shape.columns) + " columns, vectors of " + std::to_string(W);
  if (!demands.has_rows) {
    x.mapping.team = vectors + ", for values per column and single levels of fields";
    return;
  }
  if constexpr (goes_by_rows<across> && takes_levels<Job>) {
    constexpr int levels = levels_in_vector<W>;
    if (levels_are_faster(grid, fewest_across<W, Job>, fewest_levels<W, Job>) &&
        LevelPlan<levels, Job>(job, demands).carries_out()) {
      x.mapping.team = "a thread takes one column after the other, and carries the function out for each vector of " +
                       std::to_string(levels) + " of its levels";
      return;
    }
  }
  if constexpr (goes_by_rows<across>) {
    const RowPlan<W, Job> plan(job, column_set<true>(grid), demands);
    if (plan.passes() > 0) {
      x.mapping.team = "a thread takes " + std::to_string(rows_side_by_side<W>(job, across)) + " vectors of " +
                       std::to_string(W) + " columns and carries the function out for each row of each" +
                       (plan.passes() > 1 ? ", in 2 passes, the second from the top down" : "");
      return;
    }
    if (plan.for_strips() != nullptr) before = ", after a first pass over their rows, from the bottom up";
  }
  x.mapping.team = vectors +
                   (shape.rows > grid.levels ? ", with all their levels"
                                             : ", and marches upward by " + std::to_string(shape.rows) + " levels" +
                                                   (shape.flows ? ", keeping what waits for whole columns" : "")) +
                   before;
}

}  // namespace stencil::cpu
