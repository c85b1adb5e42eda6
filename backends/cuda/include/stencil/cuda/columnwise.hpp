// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cuda/job_shape.hpp>
#include <stencil/cuda/lane_kernels.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/pieces.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/cuda/sweep.hpp>
#include <stencil/cuda/tiles.hpp>
#include <stencil/cuda/whole_columns.hpp>

/// Column functions on a CUDA device: values in the registers of lanes.
namespace stencil::cuda {

/// False, and nothing is done, if a team cannot hold a column that must be held whole.
template <int Asked, bool Rings, class Job>
bool carry_out_in_registers(const Job& job, const EvaluatedColumns& columns, std::ptrdiff_t count,
                            const column_functions::Demands& demands, bool whole, const LaunchQueue& queue) {
  using Of = JobShape<Job, Asked>;
  if constexpr (Asked == 0 && !Rings) {
    const bool in_column = whole && !demands.whole;
    if (carry_out_in_pieces(job, columns, count, demands, in_column, queue)) return true;
  }
  if constexpr (Asked == 0 && !Rings && !Of::is_expression) {
    if (carry_out_in_sweeps(job, columns, count, demands, false, queue)) return true;
  }
  LanesByNeed<Job> lanes;
  if constexpr (Asked == 0 && !Rings && !Of::is_expression) {
    if (demands.whole) lanes = lanes_by_need(job, columns);
  }
  if (lanes.whole != nullptr && lanes.whole(job, columns, count, demands, lanes, false, queue)) return true;
  if constexpr (Of::levels_contiguous && !Rings) {
    // Lanes of a warp read single levels from memory, so columns may be cut, unless another team could write there.
    const bool held_whole = whole && (!demands.levels_near || demands.staging != detail::checks::Staging::none);
    if (carry_out_in_warps<Of::held>(job, columns, count, demands, held_whole, queue)) return true;
  }
  if constexpr (Of::has_tiles && !Rings) {
    if (carry_out_with_tiles<Of::held>(job, columns, count, demands, queue)) return true;
  }
  return carry_out_in_slots<Of::held, Rings, Of>(job, columns, count, demands, whole, queue) ||
         (lanes.whole != nullptr && lanes.whole(job, columns, count, demands, lanes, true, queue));
}

/// An expression whose operands are too many to load all before computing: operation by operation.
template <class Outs>
bool carry_out_expression(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, bool in_column,
                          cudaStream_t stream) {
  const auto job = column_functions::job_of(outputs);
  auto demands = column_functions::traced<DeviceSpace>(job.root, job.mask, *outputs.first.destination.grid);
  if (in_column) demands.staging = detail::checks::Staging::column;
  return carry_out_in_registers<0, false>(job, columns, count, demands, in_column, stream);
}

/// What to write for columns of `rows` rows that a block's `threads` threads do not hold with `held` rows in each.
constexpr const char* way_to_hold(int rows, int held, int threads) {
  return held < 4 && rows <= 4 * threads     ? "; with(cuda::RowsInLane<4>{}) takes them"
         : held < 8 && rows <= 8 * threads   ? "; with(cuda::RowsInLane<8>{}) takes them"
         : held < 16 && rows <= 16 * threads ? "; with(cuda::RowsInLane<16>{}) takes them"
                                             : ", and no other strategy holds more";
}

/// ShapeError: a column must be held whole, for which it has too many rows.
template <class Of>
void refuse_long_columns(const ColumnGridData& grid, const column_functions::Demands& demands, bool rings) {
  constexpr int threads = Of::slots::most_threads;
  const int held = Of::levels_contiguous ? Of::held : rows_in_lane<Of>(grid.levels, grid.periodic, demands);
  const int rows = grid.levels + (demands.top_face && !grid.periodic ? 1 : 0);
  throw ShapeError("a column function with an operation on whole columns takes columns of at most " +
                   std::to_string(threads * held) + " rows on this backend, but those of the grid have " +
                   std::to_string(rows) +
                   (rings ? ", and no other strategy goes around" : way_to_hold(rows, held, threads)));
}

/// GridError: AroundRings was asked for elsewhere.
inline void require_ring(bool periodic) {
  if (!periodic) throw GridError("cuda::AroundRings is for periodic grids; leave it out on others");
}

template <int Asked, bool Rings, class Job>
void carry_out(const Job& job, const column_functions::Demands& demands, cudaStream_t stream) {
  using detail::checks::Staging;
  const ColumnGridData& grid = column_functions::grid_of(job);
  if (grid.periodic && demands.goes_around && !Rings)
    throw GridError(
        "a column function with a solve, newton or repeat_until on a ring takes with(cuda::AroundRings{}) on this "
        "backend");
  if constexpr (Rings) require_ring(grid.periodic);
  const EvaluatedColumns& columns = device_metric(grid).columns();
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
  const ColumnGridData& grid = column_functions::grid_of(job);
  const EvaluatedColumns& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  detail::assignment::launch_checked(job, demands.staging, StreamMemory{stream}, [&](const Job& here, Staging staging) {
    if constexpr (std::is_same_v<Strategy, ColumnPerThread>) {
      if (carry_out_in_sweeps<true>(here, columns, count, demands, true, stream)) return true;
      throw Error(column_functions::cannot_sweep);
    } else {
      if (carry_out_in_pieces(here, columns, count, demands, staging == Staging::column, stream, &asked)) return true;
      throw Error(column_functions::cannot_cut);
    }
  });
}

}  // namespace stencil::cuda
