// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/cuda/tiles.hpp>
#include <stencil/inspect/symbols.hpp>

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
/// three warps for each scheduler are too few to hide the latency of memory.
template <int Held, class Exchange>
inline constexpr int least_blocks = !Exchange::sized && Held < 4 ? 512 / Exchange::most_threads : 1;

template <class Job, int Held, Ends ends, class Exchange>
__global__ void __launch_bounds__(Exchange::most_threads, least_blocks<Held, Exchange>)
    carry_out_columns(const __grid_constant__ Job job, const __grid_constant__ ColumnSet columns,
                      const __grid_constant__ registers::Deal deal, const std::ptrdiff_t count, const int bundle,
                      const __grid_constant__ column_functions::CommonStrides strides) {
  const LanePosition place = place_of<Exchange>(deal, count, Exchange::team_number(), bundle);
  const Exchange exchange = exchange_of<Exchange>(bundle);
  const auto lane =
      column_functions::lane_for<Held, ends>(job, columns, place, place.column + 1 == count, exchange, strides);
  column_functions::carry_out(lane, job);
}

/// Lanes of a warp in small blocks, which leave fewer registers unused.
using SmallWarps = Warps<64>;

/// Threads of a block whose lanes exchange rows through slots in shared memory: fewer where many results need
/// registers.
constexpr int most_slot_threads(std::size_t results) { return results > 12 ? 256 : 512; }

/// Strategy for column functions: so many consecutive levels in a thread, a power of 2. Without it 4, or 2 of many
/// results in float64. More of them for columns that are longer than a block holds otherwise.
template <int Rows>
struct RowsInLane {
  static_assert(Rows == 2 || Rows == 4 || Rows == 8 || Rows == 16,
                "stencil: cuda::RowsInLane<rows> takes 2, 4, 8 or 16 rows");
  static constexpr const char* name = "cuda::RowsInLane";
  static constexpr bool deals_columns = true;  ///< of column functions
};

/// Strategy for column functions with solves, newton or repeat_until on periodic grids. A kernel that goes around takes
/// registers that others would lack and longer to compile, so it is made only where it is asked for.
struct AroundRings {
  static constexpr const char* name = "cuda::AroundRings";
  static constexpr bool deals_columns = true;  ///< of column functions
};

template <class Strategy>
inline constexpr int asked_rows = 0;
template <int Rows>
inline constexpr int asked_rows<RowsInLane<Rows>> = Rows;

/// What the types of a job say about the way it is dealt. Asked: rows of a lane, 0 where nobody asks.
template <class Job, int Asked>
struct JobShape;
template <class Root, class Mask, class... Destinations, int Asked>
struct JobShape<column_functions::Job<Root, Mask, Destinations...>, Asked> {
  static constexpr bool levels_contiguous = !(Destinations::layout::columns_contiguous || ...);
  /// How lanes of a block exchange rows.
  using slots = BlockExchange<levels_contiguous ? 1 : warp_size, most_slot_threads(sizeof...(Destinations))>;
  static constexpr int count = static_cast<int>(sizeof...(Destinations));
  static constexpr std::size_t widest = std::max({sizeof(typename Destinations::value_type)...});
  /// Whether fields are brought through tiles: of many results the exchanges by barriers take longer than the copies.
  static constexpr bool has_tiles = !levels_contiguous && count >= 4;
  /// Without a column function it is an expression of many operands, each with an address of its own.
  static constexpr bool is_expression = !column_functions::HasCall<Root>::value;
  static constexpr bool many_results = widest > 4 && count >= 4;
  /// Rows of a lane: 4, or 2 where those would not leave the registers to compute with.
  static constexpr int held = Asked > 0 ? Asked : many_results || (is_expression && !levels_contiguous) ? 2 : 4;
  static constexpr int most_rows = slots::most_threads * held;  ///< of a column that a block holds whole
};

template <class J, class Range, int Asked>
struct JobShape<column_functions::PartJob<J, Range>, Asked> : JobShape<J, Asked> {};

/// False, and nothing is done, if whole columns are asked for and a team cannot hold one.
template <int Held, Ends ends, class Exchange, class Job>
bool carry_out_in_teams(const Job& job, const ColumnSet& columns, std::ptrdiff_t count,
                        const column_functions::Demands& demands, bool whole, int bundle, int most_lanes,
                        cudaStream_t stream, const column_functions::CommonStrides& strides = {}) {
  const int rows = columns.levels + (demands.top_face && !columns.periodic ? 1 : 0);
  const Work work =
      deal_to_teams<Exchange>(count, rows, columns.periodic, Held, demands.reach, whole, most_lanes, bundle);
  if (work.blocks == 0) return false;
  require(launch_kernel(carry_out_columns<Job, Held, ends, Exchange>,
                        {work.blocks, static_cast<unsigned>(work.threads), 0, stream}, job, columns, work.deal, count,
                        bundle, strides),
          "launch of a column function");
  return true;
}

/// By lanes of a warp where those hold the columns that must be held whole and fields have common strides, else by
/// lanes of a block.
template <int Asked, bool Rings, class Job>
bool carry_out_in_registers(const Job& job, const ColumnSet& columns, std::ptrdiff_t count,
                            const column_functions::Demands& demands, bool whole, cudaStream_t stream) {
  using Of = JobShape<Job, Asked>;
  using Slots = typename Of::slots;
  if constexpr (Of::levels_contiguous && !Rings) {
    const auto strides = column_functions::common_strides<Of::held>(job);
    if (!columns.periodic && strides.found &&
        carry_out_in_teams<Of::held, Ends::bounded, SmallWarps>(job, columns, count, demands, whole, 1, warp_size,
                                                                stream, strides)) {
      return true;
    }
  }
  if constexpr (Of::has_tiles && !Rings) {
    if (carry_out_with_tiles<Of::held>(job, columns, count, demands, stream)) return true;
  }
  // Long columns that are held whole leave the threads of a block for fewer of them.
  for (int bundle = Slots::bundle;; bundle /= 2) {
    if (carry_out_in_teams<Of::held, Rings ? Ends::ring : Ends::either, Slots>(
            job, columns, count, demands, whole, bundle, Slots::most_threads / bundle, stream)) {
      return true;
    }
    if (bundle == 1) return false;
  }
}

/// An expression whose operands are too many to load all before computing: operation by operation.
template <class Outs>
bool carry_out_expression(const Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, bool in_column,
                          cudaStream_t stream) {
  const auto job = column_functions::job_of(outputs);
  const auto demands = column_functions::traced<DeviceSpace>(job.root, job.mask, *outputs.first.destination.grid);
  return carry_out_in_registers<0, false>(job, columns, count, demands, in_column, stream);
}

/// How a job is dealt, in words. Beside the values of levels a lane needs registers for addresses and for formulas.
template <class Job, class Explanation>
void describe_columns(const Job&, const column_functions::Demands& demands, Explanation& x) {
  using Of = JobShape<Job, 0>;
  const int words = static_cast<int>(Of::widest) / 4 * Of::held * column_functions::most_alive(x.tree);
  x.mapping.team = "a lane holds " + std::to_string(Of::held) + " levels, " +
                   (Of::many_results ? "because results of float64 are many, " : "") +
                   (Of::has_tiles ? "fields go through shared memory where they fit there, " : "") +
                   (demands.whole ? "the lanes of a column take turns, or sum and solve together, " : "") +
                   "values in at most " + std::to_string(words) + " registers";
}

template <int Asked, bool Rings, class Job>
void carry_out(const Job& job, const column_functions::Demands& demands, cudaStream_t stream) {
  using checks::Staging;
  const GridData& grid = column_functions::grid_of(job);
  if (grid.periodic && demands.goes_around && !Rings)
    throw GridError(
        "a column function with a solve, newton or repeat_until on a ring takes with(cuda::AroundRings{}) on this "
        "backend");
  if (!grid.periodic && Rings) throw GridError("cuda::AroundRings is for periodic grids; leave it out on others");
  const ColumnSet& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  assignment::launch_checked(job, demands.staging, StreamMemory{stream}, [&](const Job& here, Staging staging) {
    const bool whole = demands.whole || staging == Staging::column;
    if (carry_out_in_registers<Asked, Rings>(here, columns, count, demands, whole, stream)) return true;
    if (staging == Staging::whole)
      throw ShapeError("a column function with an operation on whole columns takes columns of at most " +
                       std::to_string(JobShape<Job, Asked>::most_rows) + " rows on this backend, but the grid has " +
                       std::to_string(grid.levels) + "; with(cuda::RowsInLane<8>{}) and <16> take longer ones");
    return false;
  });
}

}  // namespace stencil::cuda
