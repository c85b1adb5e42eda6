// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/cells.hpp>
#include <stencil/cuda/device.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/shared_memory.hpp>

/// Values for each cell of columns, by blocks that share the cells of some columns out among their threads.
namespace stencil::cuda {

inline constexpr int threads_for_cells = 128;
/// Blocks that a multiprocessor is to run at a time, for which they have to find registers, and shared memory where
/// they can do with so much; five are run where threads can take several columns then.
inline constexpr int blocks_for_cells = 7;
inline constexpr std::size_t room_for_cells = std::size_t{31} * 1024, most_room_for_cells = std::size_t{44} * 1024;

/// A block of threads as a team with an arena.
class CellTeam {
 public:
  __device__ explicit CellTeam(char* arena) : arena_(arena) {}
  __device__ char* arena() const { return arena_; }
  __device__ void barrier() const { __syncthreads(); }

 private:
  char* arena_;
};

template <int Held, class F>
__global__ void __launch_bounds__(threads_for_cells, blocks_for_cells)
    visit_cells(const __grid_constant__ F f, const __grid_constant__ EvaluatedColumns columns,
                const __grid_constant__ CellsToShare share, const __grid_constant__ TeamOfCells team,
                std::ptrdiff_t count) {
  extern __shared__ double2 arena_memory[];
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * team.columns();
  f(CellTeam(reinterpret_cast<char*>(arena_memory)), share, columns,
    CellsOfMember<Held>(team, share.across, static_cast<int>(threadIdx.x), first, count));
}

inline std::size_t arena_of_cells(const CellsToShare& share, const TeamOfCells& team) {
  return share.bytes() * static_cast<std::size_t>(team.columns());
}

/// Threads are neighbours along what is contiguous in memory: 32 rows, or 32 columns. Where an arena is needed, heights
/// that lie one above the other differ between columns, or `blocks` would have nothing to do, a block takes fewer
/// columns, but so many that what is read at a time from memory, 32 bytes, is used, be it for the next of a thread's
/// columns.
inline TeamOfCells team_of_cells(const CellsToShare& share, int held, std::size_t columns, std::size_t blocks) {
  constexpr int read_at_a_time = 32, side_by_side = 32;
  const int rows = std::max(share.rows, share.kept_rows);
  const int most_along = std::clamp(static_cast<int>(std::bit_ceil(static_cast<unsigned>(rows))), 1, threads_for_cells);
  const int piece = std::max(4, held > 1 ? 4 : read_at_a_time / static_cast<int>(share.of_value));
  const int least_across = share.across ? piece : 1;
  TeamOfCells team{side_by_side, 1, held};
  if (share.across) team.along = threads_for_cells / (share.alike ? side_by_side : least_across);
  team.along = std::min(team.along, most_along);
  team.across = threads_for_cells / team.along;
  const auto too_many = [&] {
    return arena_of_cells(share, team) > room_for_cells || static_cast<std::size_t>(team.columns()) * blocks > columns;
  };
  while (team.across > least_across && too_many()) {
    team.across /= 2;
    if (team.along < most_along) team.along *= 2;
  }
  return team;
}

template <int Held, class F>
bool share_cells(const ColumnGridData& grid, const CellsToShare& share, const F& f, TeamOfCells team,
                 cudaStream_t stream) {
  while (arena_of_cells(share, team) > shared_memory_limit()) {
    if (team.across == 1) return false;
    team.across /= 2;
  }
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto blocks = static_cast<unsigned>((count + team.columns() - 1) / team.columns());
  require(launch_kernel(visit_cells<Held, F>,
                        {blocks, static_cast<unsigned>(team.members()), arena_of_cells(share, team), stream}, f,
                        device_metric(grid).columns(), share, team, count),
          "work on the cells of columns");
  return true;
}

/// Calls f for the cells of all columns, on a stream. False, and nothing is done, where shared memory cannot hold what
/// a block keeps of one column. A thread takes several columns where all have the same heights, they are short enough,
/// and there are enough of them for all multiprocessors.
template <class F>
bool share_cells(const ColumnGridData& grid, const CellsToShare& share, const F& f, cudaStream_t stream) {
  constexpr std::size_t threads_of_processor = 1024, blocks = 2;
  const auto all = static_cast<std::size_t>(processors());
  const auto team = [&](int held) { return team_of_cells(share, held, grid.columns, blocks * all); };
  const TeamOfCells several = team(F::most_held);
  const std::size_t threads = static_cast<std::size_t>(share.rows) * grid.columns / F::most_held;
  if (share.alike && arena_of_cells(share, several) <= most_room_for_cells && threads >= threads_of_processor * all)
    return share_cells<F::most_held>(grid, share, f, several, stream);
  return share_cells<1>(grid, share, f, team(1), stream);
}

}  // namespace stencil::cuda
