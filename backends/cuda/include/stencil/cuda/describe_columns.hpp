// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <stencil/cuda/columnwise.hpp>
#include <stencil/cuda/sweep.hpp>
#include <stencil/inspect/symbols.hpp>

/// What explain says of column functions on a device.
namespace stencil::cuda {

/// How a job is dealt, in words. Beside the values of levels a lane needs registers for addresses and for formulas.
template <int Asked, class Job, class Explanation>
void describe_columns(const Job& job, const column_functions::Demands& demands, Explanation& x) {
  using Of = JobShape<Job, Asked>;
  if (Asked == 0 && !Of::is_expression && demands.in_turns && describe_sweeps(job, demands, false, x)) return;
  const GridData& grid = column_functions::grid_of(job);
  const bool capped = caps<Of>(job, demands) &&
                      (!Of::levels_contiguous || column_functions::common_strides<Of::held_capped>(job).found);
  const int usual = rows_in_lane<Of>(grid.levels, grid.periodic, demands);
  const int wished = [&] {
    if constexpr (Asked == 0 && may_take_rows_for_solves<Job>)
      return column_functions::common_strides<5>(job).found ? rows_for_solves<Of>(grid.levels, grid.periodic, demands)
                                                            : usual;
    return usual;
  }();
  // More than usual in the lanes of warps: where fields have common strides and the compiler finds registers, which
  // only the device knows.
  const bool in_warps = Of::levels_contiguous && wished > Of::held && wished == usual && !capped;
  const bool as_usual = in_warps && !column_functions::common_strides<Of::held_whole>(job).found;
  const int held = capped ? Of::held_capped : as_usual ? Of::held : wished;
  const int words = static_cast<int>(Of::widest) / 4 * held * column_functions::most_alive(x.tree);
  x.mapping.team =
      "a lane holds " + std::to_string(held) + " levels, " +
      (Asked > 0                              ? "as asked for, "
       : Of::many_results && held == Of::held ? "because results of float64 are many, "
                                              : "") +
      (held > Of::held ? "because an operation goes along whole columns, " : "") +
      (in_warps && held > Of::held ? std::to_string(Of::held) + " if its registers do not suffice for these, " : "") +
      (capped ? "the highest one the face on top too, " : "") +
      (Of::has_tiles && held == Of::held && !capped ? "fields go through shared memory where they fit there, " : "") +
      (demands.whole ? "the lanes of a column take turns, or sum and solve together, " : "") + "values in at most " +
      std::to_string(words) + " registers";
}

}  // namespace stencil::cuda
