// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cpu/kept_plan.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/levels.hpp>
#include <stencil/cpu/row_tiles.hpp>
#include <stencil/cpu/rows.hpp>
#include <stencil/cpu/rows_before.hpp>
#include <stencil/cpu/strip_lane.hpp>

/// Column functions on a CPU.
namespace stencil::cpu {

/// The number of elements of a vector: as many as a vector register holds of the widest number among the operands and
/// destinations.
template <class Root, class... Destinations>
struct WidestOfJob {
  static constexpr int bytes = std::max({Widest<Root>::bytes, number_bytes<Destinations>()...});
  static constexpr int width = simd::native_bytes / (bytes == 0 ? 8 : bytes);
};
template <class... Roots>
struct Widest<column_functions::RootList<Roots...>, NodeList<Roots...>> {
  static constexpr int bytes = most(0, Widest<Roots>::bytes...);
};

/// The columns of a batch, and the rows that are computed in one step. Each operand is read along whole cache lines:
/// with levels contiguous a step has few columns and many rows, with columns contiguous many columns and few rows.
/// A function with operations on whole columns takes all rows in one step where columns are short, in loops until all
/// columns are done, and on rings; elsewhere such an operation stores what it needs of the rows of earlier steps, and
/// batches have fewer columns where some threads would get none or where the stored rows would not fit into the caches.
/// With columns contiguous the rows of a batch are so many bytes long, not vectors: caches have the same size whatever
/// the vectors, and the fixed cost of an operation is the same. Few columns take more rows. With AVX-512, where
/// second-level caches are larger, short columns have longer rows, in which processors look ahead.
/// all: columns.
template <bool Across, int W>
StripShape strip_shape(const column_functions::Demands& demands, const GridData& grid, std::ptrdiff_t all,
                       int threads) {
  const auto columns = [&](int bytes) {
    const int vectors = std::max(1, bytes / simd::native_bytes);
    return static_cast<int>(std::min<std::ptrdiff_t>(vectors, (all + W - 1) / W)) * W;
  };
  const int all_rows = grid.levels + 1 + 2 * (demands.reach + 1);
  constexpr int long_row = std::max(512, 16 * simd::native_bytes);
  // Values of short columns fit into the caches as a whole.
  const auto are_short = [&](int bytes) {
    return columns(bytes) * all_rows * (simd::native_bytes / W) <= 80 * std::max(bytes, 512);
  };
  const auto too_few = [&](int bytes) { return threads > 1 && std::ptrdiff_t{columns(bytes)} * threads > all; };
  int bytes = Across ? 512 : 8 * simd::native_bytes;
  if (demands.loops || (demands.whole && grid.periodic)) {
    if (!Across || !are_short(bytes) || too_few(bytes)) bytes /= 2;
    return {columns(bytes), all_rows};
  }
  if (demands.whole) {
    if (Across && are_short(long_row)) bytes = long_row;
    const auto too_many = [&] { return std::ptrdiff_t{columns(bytes)} * grid.levels * 8 > (1 << 20); };
    while (bytes > 2 * simd::native_bytes && (too_few(bytes) || too_many())) bytes /= 2;
    if (are_short(bytes)) return {columns(bytes), all_rows};
    return {columns(bytes), 16, {}, true};
  }
  const int most = Across ? 2048 : bytes;
  return {columns(most),
          std::min(all_rows, (Across ? 4 : 8) * std::max(1, most / simd::native_bytes) * W / columns(most))};
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

/// Whether a column function of fields in this layout may go row by row (rows.hpp).
template <bool Across>
inline constexpr bool goes_by_rows = STENCIL_CPU_ROWS == 3 ? Across : STENCIL_CPU_ROWS > 0;

/// What strips do: allocate the memory that they will need, and nothing more, or write results.
enum class StripWork { take_memory, write };

/// The memory of this thread.
STENCIL_WHERE_CALLED
inline StripMemory& memory_of_strips() {
  thread_local StripMemory memory;
  return memory;
}

/// Carries out a job row by row, or its first pass row by row and the others by_strips(first column, last column, what
/// goes before). False, and nothing is done, where strips alone carry it out. The columns after the last whole vector
/// go by strips, or row by row as a copy that fills a vector, which has the heights of the first columns. Memory for
/// all is allocated before any result is written.
template <bool Across, int W, class Job, class Threads, class Strips>
bool march_by_rows(const Job& job, const ColumnSet& columns, const column_functions::Demands& demands,
                   const PlanKey& key, std::ptrdiff_t bytes, const Threads& deal, const Strips& by_strips) {
  using Plan = RowPlan<W, Job>;
  const auto kept = kept_plan<Plan>(key, [&] { return Plan(job, columns, demands); });
  const Plan& plan = *kept;
  const auto count = static_cast<std::ptrdiff_t>(column_functions::grid_of(job).columns), all = count / W;
  if (plan.for_strips() != nullptr) {
    const bool others = all * W < count;
    const auto carry_out_others = [&](StripWork work) {
      if (columns.heights_per_column) {
        by_strips(all * W, count, NothingBefore{}, work);
      } else {
        by_strips(all * W, count, RowsBefore<W, Job>{plan, job, columns, false, true}, work);
      }
    };
    if (others && all > 0) carry_out_others(StripWork::take_memory);
    if (all > 0) by_strips(0, all * W, RowsBefore<W, Job>{plan, job, columns, others, false});
    if (others) carry_out_others(StripWork::write);
    return true;
  }
  if (plan.passes() == 0) return false;
  int beside = rows_side_by_side(Across);
  while (beside > 1 && beside * std::ptrdiff_t{deal.threads(bytes)} > all) beside /= 2;
  const RowPlaces places = plan.places(beside, columns);
  const RowTiles<W, Job> tiles_of_all(job, beside, false);
  const auto bytes_of_all = static_cast<std::size_t>(places.bytes + tiles_of_all.bytes());
  const std::ptrdiff_t batches = (all + beside - 1) / beside;
  if (all * W < count) {
    deal(batches, bytes, bytes_of_all, [](std::ptrdiff_t, std::ptrdiff_t, char*) {});  // memory for all threads
    if (columns.heights_per_column) {
      by_strips(all * W, count, NothingBefore{});
    } else {
      const RowPlaces of_one = plan.places(1, columns);
      RowTiles<W, Job> tiles(job, 1, true);
      deal(1, 0, static_cast<std::size_t>(of_one.bytes + tiles.bytes()),
           [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
             if (first == last) return;
             const Job& padded = tiles.in(memory + of_one.bytes);
             tiles.fill(all * W, static_cast<int>(count - all * W));
             plan.run(padded, columns, 0, 1, of_one.in(memory));
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
  });
  return true;
}

template <class Root, class Mask, class... Destinations, class Threads>
void march(const column_functions::Job<Root, Mask, Destinations...>& job, const column_functions::Demands& demands,
           const Threads& deal) {
  constexpr int W = WidestOfJob<Root, Destinations...>::width;
  constexpr bool across = (Destinations::layout::columns_contiguous || ...);
  constexpr bool defers = may_defer<Root, Mask>;
  const GridData& grid = *argument<0>(job.destinations).grid;
  const ColumnSet columns = column_set<true>(grid);
  const auto written = written_by(job);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto bytes = count * grid.levels * static_cast<std::ptrdiff_t>(sizeof(double) * 2 * sizeof...(Destinations));
  const auto by_strips = [&](std::ptrdiff_t begin, std::ptrdiff_t end, auto before, StripWork work = StripWork::write) {
    StripShape shape = strip_shape<across, W>(demands, grid, end - begin, deal.threads(bytes));
    shape.written = written;
    shape.repeats = !demands.loops;
    const std::size_t bytes_before = before.bytes(shape.columns);
    const auto carry_out = [&](StripWork now) {
      deal((end - begin + shape.columns - 1) / shape.columns, bytes, bytes_before,
           [&](std::ptrdiff_t first, std::ptrdiff_t last, char* memory) {
             StripLane<W, false, defers> lane(columns, shape, demands.reach + 1, memory_of_strips());
             const bool goes_on = first < last && before.begins(lane, memory);
             if (now == StripWork::take_memory) {
               if (!before.rehearses) lane.rehearse(job);
               return;
             }
             for (std::ptrdiff_t batch = first; batch < last; ++batch) {
               const std::ptrdiff_t column = begin + batch * shape.columns;
               const int here = static_cast<int>(std::min<std::ptrdiff_t>(shape.columns, end - column));
               if (goes_on) before.run(column, here, memory);
               lane.run(job, column, here);
             }
           });
    };
    // Memory for all threads, before one of them writes.
    if (work == StripWork::write && before.rehearses && deal.threads(bytes) > 1) carry_out(StripWork::take_memory);
    carry_out(work);
  };
  using Job = column_functions::Job<Root, Mask, Destinations...>;
  if constexpr (goes_by_rows<across>) {
    const PlanKey key = key_of<W>(job, demands);
    if constexpr (takes_levels<Job>) {
      using Plan = LevelPlan<levels_in_vector<W>, Job>;
      const auto plan =
          count < fewest_across<W, Job> ? kept_plan<Plan>(key, [&] { return Plan(job, demands); }) : nullptr;
      if (plan && plan->carries_out()) return plan->run(job, bytes, deal);
    }
    if (march_by_rows<across, W>(job, columns, demands, key, bytes, deal, by_strips)) return;
  }
  by_strips(0, count, NothingBefore{});
}

/// The grid of the active cells of `columns`: it begins at level `active.begin` and has `active.count` levels.
inline ColumnSet part_of(ColumnSet columns, const column_functions::ActiveCells& active) {
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

/// The same with active levels. A batch consists of neighbouring columns that have the same active levels.
template <class Root, class Mask, class... Destinations, class Range, class Threads>
void march(const column_functions::PartJob<column_functions::Job<Root, Mask, Destinations...>, Range>& part,
           const column_functions::Demands& demands, const Threads& deal) {
  constexpr int W = WidestOfJob<Root, Destinations...>::width;
  constexpr bool across = (Destinations::layout::columns_contiguous || ...);
  constexpr bool defers = may_defer<Root, Mask>;
  const GridData& grid = column_functions::grid_of(part);
  const ColumnSet columns = column_set<true>(grid);
  const auto written = written_by(part.job);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto bytes = count * grid.levels * static_cast<std::ptrdiff_t>(sizeof(double) * 2 * sizeof...(Destinations));
  StripShape shape = strip_shape<across, W>(demands, grid, count, deal.threads(bytes));
  shape.written = written;
  deal(count, bytes, 0, [&](std::ptrdiff_t first, std::ptrdiff_t last, char*) {
    StripMemory& memory = memory_of_strips();
    while (first < last) {
      const column_functions::ActiveCells active = part.range.of(first, columns.levels);
      std::ptrdiff_t next = first + 1;
      const auto alike = [&](const column_functions::ActiveCells& other) {
        return other.begin == active.begin && other.count == active.count;
      };
      while (next < last && next - first < shape.columns && alike(part.range.of(next, columns.levels))) ++next;
      if (active.count > 0) {
        // A batch of fewer columns computes more rows in a step, in the same memory.
        StripShape own = shape;
        own.columns = static_cast<int>((next - first + W - 1) / W) * W;
        if (!demands.loops) own.rows = shape.rows * shape.columns / own.columns;
        StripLane<W, true, defers> lane(part_of(columns, active), own, demands.reach + 1, memory, active.begin);
        lane.run(part.job, first, static_cast<int>(next - first));
      }
      first = next;
    }
  });
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
  const bool again = writes_surface<Job> || column_functions::grid_of(job).periodic;
  detail::assignment::launch_checked(job, demands.staging, HostMemory{}, [&](const Job& here, auto staging) {
    if (staging == detail::checks::Staging::column && again) return false;
    march(here, demands, deal);
    return true;
  });
}

}  // namespace stencil::cpu
