// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/strip_lane.hpp>

/// Column functions on a CPU.
namespace stencil::cpu {

/// Values in a vector: as many of the widest number among operands and destinations as fit.
template <class Root, class... Destinations>
struct WidestOfJob {
  static constexpr int bytes = std::max({Widest<Root>::bytes, number_bytes<Destinations>()...});
  static constexpr int width = simd::native_bytes / (bytes == 0 ? 8 : bytes);
};
template <class F, class... Nodes>
struct Widest<ColumnCall<F, Nodes...>> {
  static constexpr int bytes = std::max({0, Widest<Nodes>::bytes...});
};
template <class... Roots>
struct Widest<column_functions::RootList<Roots...>> {
  static constexpr int bytes = std::max({0, Widest<Roots>::bytes...});
};

/// Rows and columns of a step. Where levels are neighbours in memory, cache lines along the column: few columns, many
/// rows; where columns are, long rows and few of them. Operations on whole columns hold all rows.
template <bool Across, int W>
StripShape strip_shape(const column_functions::Demands& demands, const GridData& grid) {
  const auto all = static_cast<std::ptrdiff_t>(grid.columns);
  const auto columns = [&](int vectors) {
    return static_cast<int>(std::min<std::ptrdiff_t>(vectors, (all + W - 1) / W)) * W;
  };
  if (demands.whole) return {columns(1), grid.levels + 1 + 2 * (demands.reach + 1)};
  return Across ? StripShape{columns(32), 4} : StripShape{columns(8), 8};
}

template <class Root, class Mask, class... Destinations, class Deal>
void march(const column_functions::Job<Root, Mask, Destinations...>& job, const column_functions::Demands& demands,
           const Deal& deal) {
  constexpr int W = WidestOfJob<Root, Destinations...>::width;
  constexpr bool across = (Destinations::layout::columns_contiguous || ...);
  const GridData& grid = *argument<0>(job.destinations).grid;
  const ColumnSet columns = column_set<true>(grid);
  const std::array written =
      job.destinations.apply([](const auto&... to) { return std::array<const void*, sizeof...(to)>{to.data...}; });
  StripShape shape = strip_shape<across, W>(demands, grid);
  shape.written = written;
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto bytes = count * grid.levels * static_cast<std::ptrdiff_t>(sizeof(double) * 2 * sizeof...(Destinations));
  deal((count + shape.columns - 1) / shape.columns, bytes, 0, [&](std::ptrdiff_t first, std::ptrdiff_t last, char*) {
    thread_local StripMemory memory;
    StripLane<W> lane(columns, shape, demands.reach + 1, memory);
    for (std::ptrdiff_t block = first; block < last; ++block) {
      const std::ptrdiff_t column = block * shape.columns;
      lane.run(job, column, static_cast<int>(std::min<std::ptrdiff_t>(shape.columns, count - column)));
    }
  });
}

/// How a job is dealt, in words.
template <class Root, class Mask, class... Destinations, class Explanation>
void describe_columns(const column_functions::Job<Root, Mask, Destinations...>& job,
                      const column_functions::Demands& demands, Explanation& x) {
  constexpr bool across = (Destinations::layout::columns_contiguous || ...);
  constexpr int W = WidestOfJob<Root, Destinations...>::width;
  const StripShape shape = strip_shape<across, W>(demands, *argument<0>(job.destinations).grid);
  x.mapping.team =
      "a thread takes " + std::to_string(shape.columns) + " columns, vectors of " + std::to_string(W) +
      (demands.whole ? ", with all their levels" : ", and marches upward by " + std::to_string(shape.rows) + " levels");
}

/// Copies all values of a view to another of the same shape.
template <class Leaf>
void copy_values(const Leaf& to, const Leaf& from) {
  const auto columns = static_cast<std::ptrdiff_t>(from.grid->columns);
  for (std::ptrdiff_t c = 0; c < columns; ++c) {
    for (int k = 0; k < from.rows(); ++k)
      to.data[c * to.strides.column() + k * to.strides.level()] =
          from.data[c * from.strides.column() + k * from.strides.level()];
  }
}

/// Carries out a column function. Rows are read before they are written, except where a ring's rows or values per
/// column are read again.
template <class Root, class Mask, class... Destinations, class Allocate, class Deal = OpenMP>
void carry_out(const column_functions::Job<Root, Mask, Destinations...>& job, const column_functions::Demands& demands,
               const Allocate& allocate, const Deal& deal = {}) {
  using checks::Staging;
  constexpr bool at_surface = (std::is_same_v<typename Destinations::location, Surface> || ...);
  const bool again = at_surface || argument<0>(job.destinations).grid->periodic;
  if (demands.staging == Staging::whole || (demands.staging == Staging::column && again)) {
    column_functions::through_stand_ins(
        job, allocate, [](const auto& to, const auto& from) { copy_values(to, from); },
        [&](const auto& redirected) { march(redirected, demands, deal); });
  } else {
    march(job, demands, deal);
  }
}

}  // namespace stencil::cpu
