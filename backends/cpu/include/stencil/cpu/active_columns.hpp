// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>

#include <stencil/columnwise/part.hpp>
#include <stencil/cpu/strip_shape.hpp>

/// Column functions on a CPU where columns have active levels.
namespace stencil::cpu {

/// The grid of the active cells of `columns`: it begins at level `active.begin` and has `active.count` levels.
inline EvaluatedColumns part_of(EvaluatedColumns columns, const column_functions::ActiveCells& active) {
  const auto shift = [&](auto& metric) {
    for (auto* at : {&metric.center, &metric.face}) {
      for (auto* values : {&at->z, &at->dz, &at->inverse_dz}) *values += active.begin * metric.level_stride;
    }
  };
  columns.levels = active.count;
  shift(columns.metric_double);
  shift(columns.metric_float);
  return columns;
}

/// A column and its active cells. Where few neighbours are alike, columns are put in an order in which those are.
struct ColumnOfPart {
  column_functions::ActiveCells active;
  std::ptrdiff_t column;

  bool is_like(const ColumnOfPart& x) const { return active.begin == x.active.begin && active.count == x.active.count; }
  friend bool operator<(const ColumnOfPart& x, const ColumnOfPart& y) {
    if (x.active.begin != y.active.begin) return x.active.begin < y.active.begin;
    return x.active.count != y.active.count ? x.active.count < y.active.count : x.column < y.column;
  }
};
/// Columns that are put in order at a time: few enough that the lines of memory that they share stay in the caches.
inline constexpr std::ptrdiff_t sorted_columns = 1024;
inline constexpr std::size_t bytes_of_sorted = sorted_columns * (sizeof(ColumnOfPart) + sizeof(std::ptrdiff_t));

/// f(active levels, numbers of columns, how many) for columns with the same active levels, of `size` columns from
/// `first` on. Sorts them, unless neighbours that are alike fill two vectors of W columns on average. memory:
/// bytes_of_sorted.
template <int W, class Range, class F>
void each_of_equal_levels(const Range& range, int levels, std::ptrdiff_t first, std::ptrdiff_t size, char* memory,
                          const F& f) {
  auto* const sorted = reinterpret_cast<ColumnOfPart*>(memory);
  auto* const numbers = reinterpret_cast<std::ptrdiff_t*>(sorted + sorted_columns);
  for (std::ptrdiff_t i = 0; i < size; ++i) new (sorted + i) ColumnOfPart{range.of(first + i, levels), first + i};
  std::ptrdiff_t runs = 1;  // of neighbours that are alike
  for (std::ptrdiff_t i = 1; i < size; ++i) runs += sorted[i].is_like(sorted[i - 1]) ? 0 : 1;
  if (runs * 2 * W > size) std::sort(sorted, sorted + size);
  for (std::ptrdiff_t i = 0; i < size; ++i) new (numbers + i) std::ptrdiff_t(sorted[i].column);
  for (std::ptrdiff_t begin = 0, end = 0; begin < size; begin = end) {
    while (end < size && sorted[end].is_like(sorted[begin])) ++end;
    if (sorted[begin].active.count > 0) f(sorted[begin].active, numbers + begin, end - begin);
  }
}

/// Carries out a job in the active levels of each column. A batch consists of columns that have the same ones.
template <class Root, class Mask, class... Destinations, class Range, class Threads>
void march(const column_functions::PartJob<column_functions::Job<Root, Mask, Destinations...>, Range>& part,
           const column_functions::Demands& demands, const Threads& deal) {
  constexpr int W = WidestOfJob<Root, Destinations...>::width;
  constexpr bool across = (Destinations::layout::columns_contiguous || ...);
  constexpr bool defers = may_defer<Root, Mask>;
  const ColumnGridData& grid = column_functions::grid_of(part);
  const EvaluatedColumns columns = column_set<true>(grid);
  const auto written = written_by(part.job);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto bytes = count * grid.levels * static_cast<std::ptrdiff_t>(sizeof(double) * 2 * sizeof...(Destinations));
  StripShape shape = strip_shape<across, W>(demands, grid, count, deal.threads(bytes));
  shape.written = written;
  shape.fields = &demands.fields;
  StripShape alone = lone_shape(demands, grid);
  alone.written = written;
  alone.fields = &demands.fields;
  // Columns with the same active levels: their numbers, of which there are `size`. Neighbours that fill some vectors
  // are a batch of their own, whose rows are read as vectors.
  using Cells = column_functions::ActiveCells;
  const auto lane_of = [&](const EvaluatedColumns& set, const StripShape& own, const Cells& active) {
    return StripLane<W, true, defers>(part_of(set, active), own, demands.farthest + 1, of_this_thread<StripMemory>(),
                                      active.begin);
  };
  const auto carry_out_alike = [&](const Cells& active, const std::ptrdiff_t* numbers, std::ptrdiff_t size) {
    while (size > 1) {
      auto here = static_cast<int>(std::min<std::ptrdiff_t>(size, shape.columns));
      int neighbours = 1;
      while (neighbours < here && numbers[neighbours] == numbers[0] + neighbours) ++neighbours;
      if (neighbours >= 2 * W) here = neighbours;
      // A batch of fewer columns computes more rows in a step, in the same memory.
      StripShape own = shape;
      own.columns = (here + W - 1) / W * W;
      if (!demands.loops) own.rows = shape.rows * shape.columns / own.columns;
      auto lane = lane_of(columns, own, active);
      if (neighbours == here) {
        lane.run(part.job, numbers[0], here);
      } else {
        lane.run_scattered(part.job, numbers, here);
      }
      numbers += here;
      size -= here;
    }
    if (size == 1) lane_of(lone_columns(grid), alone, active).run(part.job, numbers[0], 1);
  };
  // Memory for all threads and batches, before the first result is written. Batches of other shapes and of fewer levels
  // need no more.
  deal(count, bytes, 0, [&](std::ptrdiff_t, std::ptrdiff_t, char*) {
    take_memory<column_functions::PartJob<column_functions::Job<Root, Mask, Destinations...>, Range>>(
        demands, grid, shape, [&](StripMemory&) {
          auto lane = lane_of(columns, shape, {0, grid.levels});
          auto lone = lane_of(lone_columns(grid), alone, {0, grid.levels});
          lone.rehearse(part.job);
          lane.rehearse(part.job);
        });
  });
  deal(count, bytes, bytes_of_sorted, [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
    for (; first < last; first += sorted_columns)
      each_of_equal_levels<W>(part.range, columns.levels, first, std::min(sorted_columns, last - first), memory,
                              carry_out_alike);
  });
}

}  // namespace stencil::cpu
