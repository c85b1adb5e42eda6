// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cuda/job_shape.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/pieces.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/spill_warning.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/cuda/sweep.hpp>
#include <stencil/cuda/tiles.hpp>

/// Column functions on a CUDA device: values in the registers of lanes.
namespace stencil::cuda {

/// `bundle`: columns of a block whose lanes work side by side.
template <class Exchange>
__device__ Exchange exchange_of(int bundle) {
  Exchange exchange;
  if constexpr (Exchange::bundle > 1) exchange.stride = bundle;
  return exchange;
}

/// Blocks of a multiprocessor that must find registers at once: where a lane holds few rows many values are alive, and
/// three warps for each scheduler are too few to hide the latency of memory. For the five rows of solves three do.
template <int Held, class Exchange>
inline constexpr int least_blocks = Exchange::sized ? 1
                                    : Held < 4      ? 512 / Exchange::most_threads
                                    : Held == 5     ? 384 / Exchange::most_threads
                                                    : 1;
template <int Held, class Exchange>
inline constexpr int most_registers = registers_of_thread(Exchange::most_threads, least_blocks<Held, Exchange>);

template <class Job, int Held, Ends ends, class Exchange, bool Capped = false>
__global__ void __launch_bounds__(Exchange::most_threads, least_blocks<Held, Exchange>)
    carry_out_columns(const __grid_constant__ Job job, const __grid_constant__ ColumnSet columns,
                      const __grid_constant__ detail::registers::Deal deal, const std::ptrdiff_t count,
                      const int bundle, const __grid_constant__ column_functions::CommonStrides strides) {
  const LanePosition place = place_of<Exchange>(deal, count, Exchange::team_number(), bundle);
  const Exchange exchange = exchange_of<Exchange>(bundle);
  const auto lane =
      column_functions::lane_for<Held, ends, Capped>(job, columns, place, place.column + 1 == count, exchange, strides);
  column_functions::carry_out(lane, job);
}

/// Lanes of a warp in small blocks, which leave fewer registers unused.
using SmallWarps = Warps<64>;

/// False, and nothing is done, if whole columns are asked for and a team cannot hold one.
template <int Held, Ends ends, class Exchange, bool Capped = false, class Job>
bool carry_out_in_teams(const Job& job, const ColumnSet& columns, std::ptrdiff_t count,
                        const column_functions::Demands& demands, bool whole, int bundle, int most_lanes,
                        const LaunchQueue& queue, const column_functions::CommonStrides& strides = {}) {
  const int rows = columns.levels + (demands.top_face && !columns.periodic && !Capped ? 1 : 0);
  const DealtTeams work =
      deal_to_teams<Exchange>(count, rows, columns.periodic, Held, demands.reach, whole, most_lanes, bundle);
  if (work.blocks == 0) return false;
  const auto kernel = carry_out_columns<Job, Held, ends, Exchange, Capped>;
  if (queue.only_tells(kernel, Held, Capped, most_registers<Held, Exchange>)) return true;
  [[maybe_unused]] static const bool looked =
      looked_for_spills(reinterpret_cast<const void*>(kernel), most_registers<Held, Exchange>, job);
  require(launch_kernel(kernel, {work.blocks, static_cast<unsigned>(work.threads), 0, queue.stream}, job, columns,
                        work.deal, count, bundle, strides),
          "launch of a column function");
  return true;
}

/// By lanes of a warp, where those hold the columns that must be held whole and fields have common strides.
template <int Held, bool Capped = false, class Job>
bool carry_out_in_warps(const Job& job, const ColumnSet& columns, std::ptrdiff_t count,
                        const column_functions::Demands& demands, bool whole, const LaunchQueue& queue) {
  if (columns.periodic) return false;  // before the fields are looked at, which takes longer
  const auto strides = column_functions::common_strides<Held>(job);
  return strides.found && carry_out_in_teams<Held, Ends::bounded, SmallWarps, Capped>(
                              job, columns, count, demands, whole, 1, warp_size, queue, strides);
}

/// By lanes of a block. Long columns that are held whole leave its threads for fewer of them.
template <int Held, bool Rings, class Of, bool Capped = false, class Job>
bool carry_out_in_slots(const Job& job, const ColumnSet& columns, std::ptrdiff_t count,
                        const column_functions::Demands& demands, bool whole, const LaunchQueue& queue) {
  using Slots = typename Of::slots;
  const int rows = columns.levels + (demands.top_face && !columns.periodic && !Capped ? 1 : 0);
  const int lanes = (rows + Held - 1) / Held;
  const bool small = whole && !columns.periodic;
  int bundle = Slots::bundle;
  const int threads = Of::usual_threads(Held, demands.only_solves);
  while (small && bundle * lanes > threads && bundle * static_cast<int>(Of::widest) > Of::least_row_bytes) bundle /= 2;
  for (;; bundle /= 2) {
    const int usual = std::max(lanes, threads / bundle), most = Slots::most_threads / bundle;
    if (carry_out_in_teams<Held, Rings ? Ends::ring : Ends::either, Slots, Capped>(
            job, columns, count, demands, whole, bundle, small ? std::min(usual, most) : most, queue)) {
      return true;
    }
    if (bundle == 1) return false;
  }
}

/// Whether the compiler found registers for all that lanes hold: those of warps or, with another exchange, of blocks.
template <int Held, class Job, class Exchange = SmallWarps, bool Capped = false>
bool fits_in_registers() {
  constexpr Ends ends = Exchange::sized ? Ends::either : Ends::bounded;
  static const bool fits = !spills(reinterpret_cast<const void*>(carry_out_columns<Job, Held, ends, Exchange, Capped>),
                                   most_registers<Held, Exchange>);
  return fits;
}

/// Whether lanes are to hold the top faces of a job's columns beside their highest levels. In warps, which must hold
/// the columns, not where that leaves many more lanes without rows than eight rows in each would; warps take the job if
/// its fields have common strides too.
template <class Of, class Job>
bool caps(const Job& job, const column_functions::Demands& demands) {
  constexpr int held = Of::held_capped;
  const int levels = column_functions::grid_of(job).levels;
  if (!Of::may_cap || !demands.whole || demands.levels_near || !demands.top_face ||
      !column_functions::caps_columns<held>(job)) {
    return false;
  }
  return !Of::levels_contiguous ||
         (levels <= warp_size * held && busy_lanes(levels, held) >= 0.75 * busy_lanes(levels + 1, Of::held_whole));
}

template <class Job>
bool carry_out_solves(const Job& job, const ColumnSet& columns, std::ptrdiff_t count,
                      const column_functions::Demands& demands, int held, const LaunchQueue& queue) {
  if constexpr (JobShape<Job, 0>::held != 4) {
    if (held == 4)
      return fits_in_registers<4, Job>() && carry_out_in_warps<4>(job, columns, count, demands, true, queue);
  }
  return held == 5 && fits_in_registers<5, Job>() && carry_out_in_warps<5>(job, columns, count, demands, true, queue);
}
/// Columns whose only operations on whole columns are solves. False, and nothing is done, where the rows of a lane that
/// suit other operations suit these too.
template <class Job>
bool carry_out_solves_alone(const Job& job, const ColumnSet& columns, std::ptrdiff_t count,
                            const column_functions::Demands& demands, const LaunchQueue& queue) {
  using Of = JobShape<Job, 0>;
  if constexpr (SweepOf<Job>::possible && may_take_rows_for_solves<Job>) {
    const int held = rows_for_solves<Of>(columns.levels, columns.periodic, demands);
    if (held == rows_in_lane<Of>(columns.levels, columns.periodic, demands)) return false;
    SweepOf<Job> of{{job}, {}};
    of.look_for_solves(columns);
    return of.look.code.solving != nullptr && of.look.code.solving(job, columns, count, demands, held, queue);
  }
  return false;
}

/// False, and nothing is done, if a team cannot hold a column that must be held whole.
template <int Asked, bool Rings, class Job>
bool carry_out_in_registers(const Job& job, const ColumnSet& columns, std::ptrdiff_t count,
                            const column_functions::Demands& demands, bool whole, const LaunchQueue& queue) {
  using Of = JobShape<Job, Asked>;
  using Slots = typename Of::slots;
  if constexpr (Asked == 0 && !Rings) {
    const bool in_column = whole && !demands.whole;
    if (carry_out_in_pieces(job, columns, count, demands, in_column, queue)) return true;
  }
  if constexpr (Asked == 0 && !Rings && !Of::is_expression) {
    if (carry_out_in_sweeps(job, columns, count, demands, false, queue)) return true;
  }
  if constexpr (Of::may_cap && !Rings) {
    constexpr int held = Of::held_capped;
    if (caps<Of>(job, demands)) {
      if constexpr (!Of::levels_contiguous) {
        if (fits_in_registers<held, Job, Slots, true>() &&
            carry_out_in_slots<held, false, Of, true>(job, columns, count, demands, true, queue)) {
          return true;
        }
      } else {
        if (fits_in_registers<held, Job, SmallWarps, true>() &&
            carry_out_in_warps<held, true>(job, columns, count, demands, true, queue)) {
          return true;
        }
      }
    }
  }
  if constexpr (Asked == 0 && !Rings) {
    if (carry_out_solves_alone(job, columns, count, demands, queue)) return true;
  }
  constexpr bool may_hold_more = Of::held_whole != Of::held && !Rings;
  [[maybe_unused]] const bool holds_more =
      may_hold_more && rows_in_lane<Of>(columns.levels, columns.periodic, demands) == Of::held_whole;
  if constexpr (may_hold_more) {
    constexpr int held = Of::held_whole;
    if (holds_more) {
      if constexpr (!Of::levels_contiguous) {
        if (fits_in_registers<held, Job, Slots>() &&
            carry_out_in_slots<held, Rings, Of>(job, columns, count, demands, whole, queue)) {
          return true;
        }
      } else if (fits_in_registers<held, Job>()) {
        if (carry_out_in_warps<held>(job, columns, count, demands, whole, queue)) return true;
      }
    }
  }
  if constexpr (Of::levels_contiguous && !Rings) {
    // Lanes of a warp read single levels from memory, so columns may be cut, unless another team could write there.
    const bool held_whole = whole && (!demands.levels_near || demands.staging != detail::checks::Staging::none);
    if (carry_out_in_warps<Of::held>(job, columns, count, demands, held_whole, queue)) return true;
  }
  if constexpr (Of::has_tiles && !Rings) {
    if (carry_out_with_tiles<Of::held>(job, columns, count, demands, queue)) return true;
  }
  if (carry_out_in_slots<Of::held, Rings, Of>(job, columns, count, demands, whole, queue)) return true;
  if constexpr (may_hold_more && !Of::levels_contiguous) {  // longer columns, without registers for all of their rows
    return holds_more && carry_out_in_slots<Of::held_whole, Rings, Of>(job, columns, count, demands, whole, queue);
  }
  return false;
}

/// An expression whose operands are too many to load all before computing: operation by operation.
template <class Outs>
bool carry_out_expression(const Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, bool in_column,
                          cudaStream_t stream) {
  const auto job = column_functions::job_of(outputs);
  auto demands = column_functions::traced<DeviceSpace>(job.root, job.mask, *outputs.first.destination.grid);
  if (in_column) demands.staging = detail::checks::Staging::column;
  return carry_out_in_registers<0, false>(job, columns, count, demands, in_column, stream);
}

/// What to write for columns of so many rows that the threads of a block do not hold with `held` rows in each.
constexpr const char* way_to_hold(int rows, int held, int threads) {
  return held < 4 && rows <= 4 * threads     ? "; with(cuda::RowsInLane<4>{}) takes them"
         : held < 8 && rows <= 8 * threads   ? "; with(cuda::RowsInLane<8>{}) takes them"
         : held < 16 && rows <= 16 * threads ? "; with(cuda::RowsInLane<16>{}) takes them"
                                             : ", and no other strategy holds more";
}

/// ShapeError: a column must be held whole, which lanes of so many rows cannot.
template <class Of>
void refuse_long_columns(const GridData& grid, const column_functions::Demands& demands, bool rings) {
  constexpr int threads = Of::slots::most_threads;
  const int held = Of::levels_contiguous ? Of::held : rows_in_lane<Of>(grid.levels, grid.periodic, demands);
  const int rows = grid.levels + (demands.top_face && !grid.periodic ? 1 : 0);
  throw ShapeError("a column function with an operation on whole columns takes columns of at most " +
                   std::to_string(threads * held) + " rows on this backend, but those of the grid have " +
                   std::to_string(rows) +
                   (rings ? ", and no other strategy goes around" : way_to_hold(rows, held, threads)));
}

template <int Asked, bool Rings, class Job>
void carry_out(const Job& job, const column_functions::Demands& demands, cudaStream_t stream) {
  using detail::checks::Staging;
  const GridData& grid = column_functions::grid_of(job);
  if (grid.periodic && demands.goes_around && !Rings)
    throw GridError(
        "a column function with a solve, newton or repeat_until on a ring takes with(cuda::AroundRings{}) on this "
        "backend");
  if (!grid.periodic && Rings) throw GridError("cuda::AroundRings is for periodic grids; leave it out on others");
  const ColumnSet& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  detail::assignment::launch_checked(job, demands.staging, StreamMemory{stream}, [&](const Job& here, Staging staging) {
    const bool whole = demands.whole || staging == Staging::column;
    if (carry_out_in_registers<Asked, Rings>(here, columns, count, demands, whole, stream)) return true;
    if constexpr (Asked == 0 && !Rings) {  // any number of levels, though slowly where columns are few
      if (carry_out_in_sweeps(here, columns, count, demands, true, stream)) return true;
    }
    if (staging == Staging::whole) refuse_long_columns<JobShape<Job, Asked>>(grid, demands, Rings);
    return false;
  });
}

/// The same by threads that go along columns, as a strategy asks for. Throws Error where they cannot.
template <class Job, class Strategy>
void carry_out_along_columns(const Job& job, const column_functions::Demands& demands, const Strategy& asked,
                             cudaStream_t stream) {
  using detail::checks::Staging;
  const GridData& grid = column_functions::grid_of(job);
  const ColumnSet& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  detail::assignment::launch_checked(job, demands.staging, StreamMemory{stream}, [&](const Job& here, Staging staging) {
    if constexpr (std::is_same_v<Strategy, ColumnPerThread>) {
      if (carry_out_in_sweeps(here, columns, count, demands, true, stream)) return true;
      throw Error(column_functions::cannot_sweep);
    } else {
      if (carry_out_in_pieces(here, columns, count, demands, staging == Staging::column, stream, &asked)) return true;
      throw Error(column_functions::cannot_cut);
    }
  });
}

}  // namespace stencil::cuda
