// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cpu/active_columns.hpp>
#include <stencil/cpu/kept_plan.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/levels.hpp>
#include <stencil/cpu/padded_heights.hpp>
#include <stencil/cpu/row_tiles.hpp>
#include <stencil/cpu/rows.hpp>
#include <stencil/cpu/rows_before.hpp>
#include <stencil/cpu/strip_lane.hpp>

/// Column functions on a CPU.
namespace stencil::cpu {

/// Whether a column function of fields in this layout may go row by row (rows.hpp).
template <bool Across>
inline constexpr bool goes_by_rows = STENCIL_CPU_ROWS == 3 ? Across : STENCIL_CPU_ROWS > 0;

/// The vectors of columns of a job that go side by side where columns are many: fewer where their tiles would not fit
/// into a processor's second-level cache.
template <int W, class Job>
int rows_side_by_side(const Job& job, bool across) {
  const std::ptrdiff_t of_tiles = RowTiles<W, Job>(job, 1, false).bytes();
  int beside = most_rows_side_by_side(across);
  while (beside > 1 && beside * of_tiles > most_bytes_of_tiles) beside /= 2;
  return beside;
}

/// Whether rows of results bypass the caches: they are whole vectors of numbers, nobody reads a destination, and all
/// fields are more than the caches hold. Columns contiguous alone: with levels contiguous vectors of neighbouring
/// columns are written, each to another line, which took up to twice as long.
template <int W, class Job>
bool streams_rows(const Job& job, const PlanKey& key) {
  if constexpr (!is_across<Job> || Job::keeps_values) {
    return false;
  } else {
    bool can = key.aliases == 0;
    std::ptrdiff_t bytes = 0;
    const auto add = [&]<class Leaf>(const Leaf& leaf) {
      bytes += static_cast<std::ptrdiff_t>(sizeof(typename Leaf::value_type) * leaf.grid->columns) * leaf.rows();
    };
    const auto look = [&]<class Leaf>(const Leaf& to) {
      using T = typename Leaf::value_type;
      add(to);
      if constexpr (!std::is_same_v<typename Leaf::location, Surface>) {
        can = can && in_vectors<T> && Leaf::layout::columns_contiguous && to.strides.level() % W == 0 &&
              reinterpret_cast<std::uintptr_t>(to.data) % (sizeof(T) * W) == 0;
      }
    };
    each_argument_leaf(job, add);
    job.destinations.apply([&](const auto&... to) { (look(to), ...); });
    return can && bytes >= streaming_threshold();
  }
}

/// What strips do: allocate the memory that they will need, and nothing more, or write results.
enum class StripWork { take_memory, write };

/// Carries out the first pass of a job row by row, the others by_strips(first column, last column, what goes before or
/// null, what to do).
/// The columns after the last whole vector go by strips, or row by row as a copy that fills a vector. Memory for all is
/// allocated before any result is written.
template <int W, class Job, class Strips>
void march_by_a_pass_of_rows(const Job& job, const EvaluatedColumns& columns, const RowPlan<W, Job>& plan,
                             std::ptrdiff_t count, const Strips& by_strips) {
  const std::ptrdiff_t whole = count / W * W;
  const bool others = whole < count;
  const bool lone = count - whole == 1;
  const PaddedHeights heights(columns, whole, lone ? 0 : static_cast<int>(count - whole), W);
  RowsBefore<W, Job> of_whole{plan, job, columns, others, false}, of_others{plan, job, heights.columns(), false, true};
  RowsBefore<W, Job>* const before_others = lone ? nullptr : &of_others;
  if (others && whole > 0) by_strips(whole, count, before_others, StripWork::take_memory);
  if (whole > 0) by_strips(0, whole, &of_whole, StripWork::write);
  if (others) by_strips(whole, count, before_others, StripWork::write);
}

/// Carries out a job row by row, or its first pass so. False, and nothing is done, where strips alone carry it out.
template <bool Across, int W, class Job, class Threads, class Strips>
bool march_by_rows(const Job& job, const EvaluatedColumns& columns, const column_functions::Demands& demands,
                   const PlanKey& key, std::ptrdiff_t bytes, const Threads& deal, const Strips& by_strips) {
  using Plan = RowPlan<W, Job>;
  const auto kept = kept_plan<Plan>(key, [&] { return Plan(job, columns, demands); });
  const Plan& plan = *kept;
  const auto count = static_cast<std::ptrdiff_t>(column_functions::grid_of(job).columns), all = count / W;
  if (plan.for_strips() != nullptr) {
    march_by_a_pass_of_rows<W>(job, columns, plan, count, by_strips);
    return true;
  }
  // In strips vectors of a lone column have consecutive levels, which is faster where nothing is solved.
  const auto left = static_cast<int>(count - all * W);
  const bool heights_of_one = columns.heights_per_column && left == 1;
  if (plan.passes() == 0 || (count == 1 && (plan.passes() == 1 || heights_of_one))) return false;
  int beside = rows_side_by_side<W>(job, Across);
  while (beside > 1 && beside * std::ptrdiff_t{deal.threads(bytes)} > all) beside /= 2;
  RowPlaces places = plan.places(beside, columns);
  places.stream = streams_rows<W>(job, key);
  const RowTiles<W, Job> tiles_of_all(job, beside, false);
  const auto bytes_of_all = static_cast<std::size_t>(places.bytes + tiles_of_all.bytes());
  const std::ptrdiff_t batches = (all + beside - 1) / beside;
  if (left > 0) {
    deal(batches, bytes, bytes_of_all, [](std::ptrdiff_t, std::ptrdiff_t, char*) {});  // memory for all threads
    if (heights_of_one) {
      by_strips(all * W, count, nullptr, StripWork::write);
    } else {
      const PaddedHeights heights(columns, all * W, left, W);
      const RowPlaces of_one = plan.places(1, columns);
      RowTiles<W, Job> tiles(job, 1, true);
      deal(1, 0, static_cast<std::size_t>(of_one.bytes + tiles.bytes()),
           [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
             if (first == last) return;
             const Job& padded = tiles.in(memory + of_one.bytes);
             tiles.fill(all * W, left);
             plan.run(padded, heights.columns(), 0, 1, of_one.in(memory));
             tiles.empty([](std::size_t) { return true; });
           });
    }
  }
  deal(batches, bytes, bytes_of_all, [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
    RowPlaces own = places.in(memory);
    RowTiles<W, Job> tiles = tiles_of_all;
    const Job& here = tiles.in(memory + places.bytes);
    const auto vectors_of = [&](std::ptrdiff_t batch) {
      return static_cast<int>(std::min<std::ptrdiff_t>(beside, all - batch * beside));
    };
    for (std::ptrdiff_t batch = first; batch < last; ++batch) {
      const std::ptrdiff_t column = batch * beside * W;
      const int vectors = vectors_of(batch);
      tiles.fill(column, vectors * W);
      RowsAhead next;
      if (batch + 1 < last)
        next = tiles.ahead(column + std::ptrdiff_t{beside} * W, vectors_of(batch + 1) * W, columns.levels);
      own.ahead = &next;
      plan.run(here, columns, column, vectors, own);
      tiles.empty([](std::size_t) { return true; });
    }
    if (places.stream) simd::finish_streams();
  });
  return true;
}

template <class Root, class Mask, class... Destinations, class Threads>
void march(const column_functions::Job<Root, Mask, Destinations...>& job, const column_functions::Demands& demands,
           const Threads& deal) {
  constexpr int W = WidestOfJob<Root, Destinations...>::width;
  constexpr bool across = (Destinations::layout::columns_contiguous || ...);
  constexpr bool defers = may_defer<Root, Mask>;
  const ColumnGridData& grid = *argument_at<0>(job.destinations).grid;
  const EvaluatedColumns columns = column_set<true>(grid);
  const auto written = written_by(job);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto bytes = count * grid.levels * static_cast<std::ptrdiff_t>(sizeof(double) * 2 * sizeof...(Destinations));
  using Job = column_functions::Job<Root, Mask, Destinations...>;
  using Before = std::conditional_t<goes_by_rows<across>, RowsBefore<W, Job>, NothingBefore>;
  const auto by_strips = [&](std::ptrdiff_t begin, std::ptrdiff_t end, Before* before, StripWork work) {
    const bool lone = before == nullptr && end - begin == 1 && !grid.periodic;
    StripShape shape =
        lone ? lone_shape(demands, grid) : strip_shape<across, W>(demands, grid, end - begin, deal.threads(bytes));
    shape.written = written;
    shape.fields = &demands.fields;
    shape.repeats = !demands.loops && !lone;
    const std::size_t bytes_before = before == nullptr ? 0 : before->bytes(shape.columns);
    const std::ptrdiff_t batches = (end - begin + shape.columns - 1) / shape.columns;
    const auto carry_out = [&](StripWork now) {
      deal(batches, bytes, bytes_before, [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
        const auto lane_in = [&](StripMemory& of_strips) {
          return StripLane<W, false, defers>(lone ? lone_columns(grid) : columns, shape, demands.farthest + 1,
                                             of_strips);
        };
        if (now == StripWork::take_memory && before == nullptr) {
          take_memory<Job>(demands, grid, shape, [&](StripMemory& own) { lane_in(own).rehearse(job); });
          return;
        }
        auto lane = lane_in(of_this_thread<StripMemory>());
        const bool goes_on = first < last && before != nullptr && before->begins(lane, memory);
        if (now == StripWork::take_memory) return;
        for (std::ptrdiff_t batch = first; batch < last; ++batch) {
          const std::ptrdiff_t column = begin + batch * shape.columns;
          const int here = static_cast<int>(std::min<std::ptrdiff_t>(shape.columns, end - column));
          if (goes_on) before->run(column, here, memory);
          lane.run(job, column, here);
        }
      });
    };
    // Memory for all threads, batches and steps, before the first result is written. One that is computed in one step
    // has its memory when it is stored.
    const bool at_once = sizeof...(Destinations) == 1 && batches == 1 &&
                         (shape.rows >= rows_of_one_step(demands, grid) || is_per_column<Job>);
    if (work == StripWork::write && (before != nullptr ? deal.threads(bytes) > 1 : !at_once))
      carry_out(StripWork::take_memory);
    carry_out(work);
  };
  if constexpr (goes_by_rows<across>) {
    if (!demands.has_rows) return by_strips(0, count, nullptr, StripWork::write);
    const PlanKey key = key_of(job, demands);
    if constexpr (takes_levels<Job>) {
      using Plan = LevelPlan<levels_in_vector<W>, Job>;
      const auto plan = levels_are_faster(grid, fewest_across<W, Job>, fewest_levels<W, Job>)
                            ? kept_plan<Plan>(key, [&] { return Plan(job, demands); })
                            : nullptr;
      if (plan && plan->carries_out()) return plan->run(job, bytes, deal);
    }
    if (march_by_rows<across, W>(job, columns, demands, key, bytes, deal, by_strips)) return;
  }
  by_strips(0, count, nullptr, StripWork::write);
}

/// Whether values per column are among the destinations.
template <class J>
inline constexpr bool writes_surface = false;
template <class Root, class Mask, class... To>
inline constexpr bool writes_surface<column_functions::Job<Root, Mask, To...>> =
    (std::is_same_v<typename To::location, Surface> || ...);
template <class J, class Range>
inline constexpr bool writes_surface<column_functions::PartJob<J, Range>> = writes_surface<J>;

/// Carries out a column function whose operands were checked. Every row of an operand is read before that row of a
/// destination is written, so destinations may be operands. The exceptions, whose results go to memory of their own
/// first, are rings, whose lowest rows are read again at the top, and values per column, which every step reads again.
template <class Job, class Threads = OpenMP>
void carry_out(const Job& job, const column_functions::Demands& demands, const Threads& deal = {}) {
  if constexpr (compiled_for_host) {
    const bool again = writes_surface<Job> || column_functions::grid_of(job).periodic;
    detail::assignment::launch_checked(job, demands.staging, HostMemory{}, [&](const Job& here, auto staging) {
      if (staging == detail::checks::Staging::column && again) return false;
      march(here, demands, deal);
      return true;
    });
  }
}

}  // namespace stencil::cpu
