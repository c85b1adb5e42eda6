// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/columnwise/part.hpp>
#include <stencil/cuda/job_shape.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/spill_warning.hpp>

/// The kernels by which lanes carry out column functions, for any number of rows in a lane.
namespace stencil::cuda {

/// `bundle`: columns of a block whose lanes work side by side.
template <class Exchange>
__device__ Exchange exchange_of(int bundle) {
  Exchange exchange;
  if constexpr (Exchange::bundle > 1) exchange.stride = bundle;
  return exchange;
}

/// Blocks of a multiprocessor that must find registers at once: where a lane holds few rows many values are alive, and
/// three warps for each scheduler are too few to hide the latency of memory. For the five rows of solves three do, and
/// for four rows in lanes of a warp.
template <int Held, class Exchange>
inline constexpr int least_blocks =
    Exchange::sized                                            ? 1
    : Held < 4                                                 ? 512 / Exchange::most_threads
    : Held == 5 || (Held == 4 && Exchange::most_threads == 64) ? 384 / Exchange::most_threads
                                                               : 1;
template <int Held, class Exchange>
inline constexpr int most_registers = registers_of_thread(Exchange::most_threads, least_blocks<Held, Exchange>);

template <class Job, int Held, ColumnEnds ends, class Exchange, bool Capped = false>
__global__ void __launch_bounds__(Exchange::most_threads, least_blocks<Held, Exchange>)
    carry_out_columns(const __grid_constant__ Job job, const __grid_constant__ EvaluatedColumns columns,
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

/// False, and nothing is done, if whole columns are asked for and a team cannot hold one. MaySpill: nobody is told of
/// values that find no register.
template <int Held, ColumnEnds ends, class Exchange, bool Capped = false, bool MaySpill = false, class Job>
bool carry_out_in_teams(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                        const column_functions::Demands& demands, bool whole, int bundle, int most_lanes,
                        const LaunchQueue& queue, const column_functions::CommonStrides& strides = {}) {
  const int rows = columns.levels + (demands.top_face && !columns.periodic && !Capped ? 1 : 0);
  const DealtTeams work =
      deal_to_teams<Exchange>(count, rows, columns.periodic, Held, demands.reach, whole, most_lanes, bundle);
  if (work.blocks == 0) return false;
  const auto kernel = carry_out_columns<Job, Held, ends, Exchange, Capped>;
  if (queue.reports(kernel, Held, Capped, most_registers<Held, Exchange>)) return true;
  if constexpr (!MaySpill) {
    [[maybe_unused]] static const bool looked =
        looked_for_spills(reinterpret_cast<const void*>(kernel), most_registers<Held, Exchange>, job);
  }
  require(launch_kernel(kernel, {work.blocks, static_cast<unsigned>(work.threads), 0, queue.stream}, job, columns,
                        work.deal, count, bundle, strides),
          "launch of a column function");
  return true;
}

/// By lanes of a warp, where those hold the columns that must be held whole and fields have common strides.
template <int Held, bool Capped = false, class Job>
bool carry_out_in_warps(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                        const column_functions::Demands& demands, bool whole, const LaunchQueue& queue) {
  if (columns.periodic) return false;  // before the fields are looked at, which takes longer
  const auto strides = column_functions::common_strides<Held>(job);
  return strides.found && carry_out_in_teams<Held, ColumnEnds::bounded, SmallWarps, Capped>(
                              job, columns, count, demands, whole, 1, warp_size, queue, strides);
}

/// By lanes of a block. Long columns that are held whole leave its threads for fewer of them.
template <int Held, bool Rings, class Of, bool Capped = false, class Job>
bool carry_out_in_slots(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
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
    if (carry_out_in_teams<Held, Rings ? ColumnEnds::ring : ColumnEnds::either, Slots, Capped>(
            job, columns, count, demands, whole, bundle, small ? std::min(usual, most) : most, queue)) {
      return true;
    }
    if (bundle == 1) return false;
  }
}

/// Whether the compiler found registers for all that lanes hold: those of warps or, with another exchange, of blocks.
template <int Held, class Job, class Exchange = SmallWarps, bool Capped = false>
bool fits_in_registers() {
  constexpr ColumnEnds ends = Exchange::sized ? ColumnEnds::either : ColumnEnds::bounded;
  static const bool fits = !spills(reinterpret_cast<const void*>(carry_out_columns<Job, Held, ends, Exchange, Capped>),
                                   most_registers<Held, Exchange>);
  return fits;
}

}  // namespace stencil::cuda
