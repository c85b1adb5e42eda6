// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/stand_ins.hpp>
#include <stencil/evaluate/check.hpp>
#include <stencil/evaluate/policy.hpp>
#include <stencil/matrix/column_solver.hpp>
#include <stencil/matrix/lane_solver.hpp>

namespace stencil::cuda {

/// Strategy for solve: one thread takes a column, row after row. For any band, and for rings.
struct ThreadPerColumn {
  static constexpr const char* name = "cuda::ThreadPerColumn";
};

template <class Out, int Held, class Exchange>
__global__ void __launch_bounds__(Exchange::most_threads)
    solve_in_registers(const Out out, const ColumnSet columns, const registers::Deal deal, const std::ptrdiff_t count) {
  const Place place = place_of<Exchange>(deal, count);
  elimination::solve_lane(Lane<Held, Ends::bounded, Exchange>(columns, place, place.column + 1 == count, Exchange{}),
                          out);
}

template <class Out>
__global__ void solve_by_columns(const Out out, const ColumnSet columns, const std::ptrdiff_t count,
                                 typename elimination::ColumnSolver<Out>::Reduced* scratch) {
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column < count) elimination::ColumnSolver<Out>{out, columns, column, scratch + column, count}.run();
}

/// Rows of a lane that solves: more rows share one reduction across lanes.
template <class Out>
inline constexpr int held_to_solve = 8;

/// False, and nothing is done, where a team cannot hold a column.
template <class Exchange, class Out>
bool solve_in_teams(const Out& out, const ColumnSet& columns, std::ptrdiff_t count, int most_lanes,
                    cudaStream_t stream) {
  constexpr int held = held_to_solve<Out>;
  const auto work = deal_to_teams<held, Ends::bounded, Exchange, Outputs<Out>>(columns, count, true, most_lanes);
  if (work.deal.columns == 0) return false;
  solve_in_registers<Out, held, Exchange>
      <<<work.blocks, static_cast<unsigned>(work.threads), 0, stream>>>(out, columns, work.deal, count);
  return true;
}

template <class Out>
bool solve_by_lanes(const Out& out, const ColumnSet& columns, std::ptrdiff_t count, cudaStream_t stream) {
  if constexpr (elimination::fits_lanes<typename Out::expression_type>) {
    using Exchange = Block<Outputs<Out>>;
    if (columns.periodic) return false;
    if constexpr (registers::Shape<Outputs<Out>>::levels_contiguous) {
      if (solve_in_teams<WarpExchange>(out, columns, count, warp_size, stream)) return true;
    }
    return solve_in_teams<Exchange>(out, columns, count, Exchange::most_threads / Exchange::bundle, stream);
  } else {
    return false;
  }
}

template <class Strategy, class Out>
void run_solve(const Out& out, const ColumnSet& columns, std::ptrdiff_t count, cudaStream_t stream) {
  constexpr bool lanes_allowed = !std::is_same_v<Strategy, ThreadPerColumn>;
  bool done = false;
  if constexpr (lanes_allowed) done = solve_by_lanes(out, columns, count, stream);
  if (!done) {
    using Solver = elimination::ColumnSolver<Out>;
    const std::size_t rows = static_cast<std::size_t>(rows_at<typename Out::location>(columns.levels));
    const Temporary scratch(sizeof(typename Solver::Reduced) * rows * static_cast<std::size_t>(count), stream);
    constexpr unsigned threads = 128;
    const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
    solve_by_columns<<<blocks, threads, 0, stream>>>(out, columns, count,
                                                     static_cast<typename Solver::Reduced*>(scratch.get()));
  }
  require_launch(make_outputs(out));
}

/// Checks, then solves. Every strategy reads a column before it writes it, except for its mask.
template <class Strategy, class Out>
void launch_solve(const Outputs<Out>& outputs, cudaStream_t stream) {
  using Plan = plan::StoreNothing;
  checks::check<Plan>(outputs);
  const ProfilerRange range(outputs);
  const GridData& grid = *outputs.first.destination.grid;
  const ColumnSet& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const checks::Staging staging = checks::staging<Plan>(outputs);
  constexpr bool masked = !std::is_same_v<decltype(Out::mask), NoMask>;
  if (staging == checks::Staging::whole || (masked && staging == checks::Staging::column)) {
    through_device_stand_ins(outputs, count, stream,
                             [&](const auto& redirected) { run_solve<Strategy>(redirected, columns, count, stream); });
  } else {
    run_solve<Strategy>(outputs.first, columns, count, stream);
  }
}

}  // namespace stencil::cuda
