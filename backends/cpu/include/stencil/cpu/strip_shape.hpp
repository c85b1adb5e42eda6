// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/of_this_thread.hpp>
#include <stencil/cpu/strip_lane.hpp>

/// How column functions are dealt out to strips: vectors, batches of columns, rows of a step, destinations.
namespace stencil::cpu {

/// The number of elements of a vector: as many as a vector register holds of the widest number among the operands and
/// destinations.
template <class Root, class... Destinations>
struct WidestOfJob {
  static constexpr int bytes = std::max({Widest<Root>::bytes, number_bytes<Destinations>()...});
  static constexpr int width = simd::native_bytes / (bytes == 0 ? 8 : bytes);
};
template <class... Roots>
struct Widest<column_functions::RootList<Roots...>, ChildList<Roots...>> {
  static constexpr int bytes = largest_of(0, Widest<Roots>::bytes...);
};

/// The rows of a step that has all of a column, also those beyond its ends that operations are behind or ahead.
inline int rows_of_one_step(const column_functions::Demands& demands, const ColumnGridData& grid) {
  return grid.levels + 1 + 2 * (demands.farthest + 1);
}

/// The columns of a batch, and the rows that are computed in one step. Each operand is read along whole cache lines:
/// with levels contiguous a step has few columns and many rows, with columns contiguous many columns and few rows.
/// A function with operations on whole columns takes all rows in one step where columns are short, in loops until all
/// columns are done, and on rings. In more steps such an operation stores what it needs of the rows of earlier ones,
/// and so does every operation that has an operand of early rows beside one that is known in the last step: a chain of
/// solves takes up to three times as long. So batches have fewer columns instead, as long as values fit into the
/// caches: with levels contiguous always, with columns contiguous, where fewer neighbours are read along shorter lines,
/// if operations along columns wait for each other. Elsewhere batches have fewer columns where some threads would get
/// none or where the stored rows would not fit into the caches. With columns contiguous the length of a batch's rows is
/// set in bytes, not in vectors: caches have the same size whatever the vectors, and the fixed cost of an operation is
/// the same. Few columns take more rows. With AVX-512, where second-level caches are larger, short columns have longer
/// rows, in which processors look ahead. A function that needs no rows at all takes values of many columns. all:
/// columns.
template <bool Across, int W>
StripShape strip_shape(const column_functions::Demands& demands, const ColumnGridData& grid, std::ptrdiff_t all,
                       int threads) {
  const auto columns = [&](int bytes) {
    const int vectors = std::max(1, bytes / simd::native_bytes);
    return static_cast<int>(std::min<std::ptrdiff_t>(vectors, (all + W - 1) / W)) * W;
  };
  const int all_rows = rows_of_one_step(demands, grid);
  constexpr int long_row = std::max(512, 16 * simd::native_bytes);
  // Values of short columns fit into the caches as a whole.
  const auto are_short = [&](int bytes) {
    return std::ptrdiff_t{columns(bytes)} * all_rows * (simd::native_bytes / W) <=
           std::ptrdiff_t{80} * std::max(bytes, 512);
  };
  const auto too_few = [&](int bytes) { return threads > 1 && std::ptrdiff_t{columns(bytes)} * threads > all; };
  if (!demands.has_rows) return {columns(8192), 1};
  int bytes = Across ? 512 : 8 * simd::native_bytes;
  if (demands.loops || (demands.whole && grid.periodic)) {
    if (!Across || !are_short(bytes) || too_few(bytes)) bytes /= 2;
    return {columns(bytes), all_rows};
  }
  if (demands.whole) {
    if (Across && are_short(long_row)) bytes = long_row;
    const auto too_many = [&] { return std::ptrdiff_t{columns(bytes)} * grid.levels * 8 > (1 << 20); };
    constexpr int fewest_bytes = 2 * simd::native_bytes, long_chain = 4;
    while (bytes > fewest_bytes && (too_few(bytes) || too_many())) bytes /= 2;
    if (are_short(bytes)) return {columns(bytes), all_rows};
    int narrow = bytes;
    while (narrow > fewest_bytes && !are_short(narrow)) narrow /= 2;
    constexpr std::ptrdiff_t most_values = 1 << 18;  // in a batch of long columns, of which some are in no cache
    const bool fits = Across ? demands.chain >= long_chain && are_short(narrow)
                             : std::ptrdiff_t{columns(narrow)} * all_rows <= most_values;
    if (fits) return {columns(narrow), all_rows};
    return {columns(bytes), 16, {}, true};
  }
  const int most = Across ? 2048 : bytes;
  return {columns(most),
          std::min(all_rows, (Across ? 4 : 8) * std::max(1, most / simd::native_bytes) * W / columns(most))};
}

/// That of a lone column, whose rows are side by side.
inline StripShape lone_shape(const column_functions::Demands& demands, const ColumnGridData& grid) {
  return {1, rows_of_one_step(demands, grid)};
}
/// The columns of a grid, of which each is computed alone and so has one height at each level.
inline EvaluatedColumns lone_columns(const ColumnGridData& grid) {
  EvaluatedColumns columns = column_set<false>(grid);
  columns.heights_per_column = false;
  return columns;
}

/// Destinations for strips. Where a mask is false a destination keeps its values.
template <class Mask, class Leaf>
Written written_as(const Leaf& to) {
  using T = typename Leaf::value_type;
  constexpr bool placed = std::is_same_v<Mask, NoMask> && Leaf::layout::columns_contiguous && in_vectors<T> &&
                          !std::is_same_v<typename Leaf::location, Surface>;
  return {to.data, to.strides.level(), placed ? sizeof(T) : 0};
}
template <class Root, class Mask, class... Destinations>
auto written_by(const column_functions::Job<Root, Mask, Destinations...>& job) {
  return job.destinations.apply(
      [](const auto&... to) { return std::array<Written, sizeof...(to)>{written_as<Mask>(to)...}; });
}

/// Whether strips may compute rows of matrices and of derivatives where they are read.
template <class Root, class Mask>
inline constexpr bool may_defer = !CallsWithSlopes<Root>::value && !CallsWithSlopes<Mask>::value;

/// What a thread took memory for.
struct MemoryTaken {
  const StripMemory* memory = nullptr;
  std::size_t room = 0;  ///< of its blocks
  std::uint64_t operations = 0;
  int levels = 0, columns = 0, rows = 0;
  bool periodic = false;
  bool operator==(const MemoryTaken&) const = default;
};
/// Takes the memory that strips of this shape need for a job, by rehearse(memory), if this thread did not do so the
/// last time that it was asked to for a job of this type.
template <class Job, class Rehearse>
void take_memory(const column_functions::Demands& demands, const ColumnGridData& grid, const StripShape& shape,
                 const Rehearse& rehearse) {
  thread_local MemoryTaken taken;
  StripMemory& memory = of_this_thread<StripMemory>();
  MemoryTaken now{&memory,       memory.pool.room(), demands.operations, grid.levels,
                  shape.columns, shape.rows,         grid.periodic};
  if (taken == now) return;
  taken = {};
  rehearse(memory);
  now.room = memory.pool.room();
  taken = now;
}

}  // namespace stencil::cpu
