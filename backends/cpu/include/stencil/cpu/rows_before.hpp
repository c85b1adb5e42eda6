// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/cpu/row_tiles.hpp>
#include <stencil/cpu/rows.hpp>

/// What is done for a batch of columns before strips carry out a column function.
namespace stencil::cpu {

/// What goes before strips where no pass goes row by row: nothing.
struct NothingBefore {
  static std::size_t bytes(int) { return 0; }
  template <class Lane>
  static bool begins(Lane&, char*) {
    return false;
  }
  static void run(std::ptrdiff_t, int, char*) {}
};
/// The first pass over the rows of the same columns.
template <int W, class Job>
struct RowsBefore {
  const RowPlan<W, Job>& plan;
  const Job& job;
  const EvaluatedColumns& columns;  ///< of those, the heights
  bool others;                      ///< columns that do not fill a vector are left to another call
  bool pads;                        ///< these are such columns: a copy that fills a vector goes row by row
  RowPlaces places = {};

  std::size_t bytes(int of_columns) {
    places = plan.places(of_columns / W, columns);
    return static_cast<std::size_t>(places.bytes + RowTiles<W, Job>(job, of_columns / W, pads).bytes());
  }
  template <class Lane>
  bool begins(Lane& lane, char* memory) const {
    if (others) lane.rehearse(job);  // these take more blocks, and lose their own where those of this lane are longer
    lane.take_over(plan.for_strips(), places.in(memory));
    const bool fits = lane.rehearse(job);
    if (!fits) lane.take_over(nullptr, {});
    return fits;
  }
  void run(std::ptrdiff_t column, int count, char* memory) const {
    RowTiles<W, Job> tiles(job, static_cast<int>(places.vectors), pads);
    const Job& here = tiles.in(memory + places.bytes);
    tiles.fill(column, count);
    RowPlaces own = places.in(memory);
    RowsAhead next;
    const std::ptrdiff_t after = column + count,
                         end = static_cast<std::ptrdiff_t>(column_functions::grid_of(job).columns);
    if (!pads && after < end) {
      next = tiles.ahead(after, static_cast<int>(std::min<std::ptrdiff_t>(count, end - after)), columns.levels);
      own.ahead = &next;
    }
    plan.run_first(here, columns, pads ? 0 : column, pads ? 1 : count / W, own);
    tiles.empty([this](std::size_t turn) { return plan.for_strips()->is_there[turn] != 0; });
  }
};

}  // namespace stencil::cpu
