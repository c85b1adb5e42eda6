// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include <stencil/columnwise/arena.hpp>
#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/measuring_lane.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/columnwise/stand_in.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/cuda/shared_memory.hpp>
#include <stencil/cuda/stand_ins.hpp>

/// Column functions as cuda::SharedMemory carries them out: a row in each thread, what operators read of other rows in
/// tiles of one arena in shared memory.
namespace stencil::cuda {

/// A block with an arena. Bundle: the most columns whose threads take turns.
template <int Bundle>
struct ArenaBlock : DeviceCalls, column_functions::ArenaExchange<BlockTeam<(Bundle > 1), ColumnEnds::either>> {
  using Team = BlockTeam<(Bundle > 1), ColumnEnds::either>;
  static constexpr int most_threads = most_threads_of_block;
  static constexpr int bundle = Bundle;
  static constexpr bool sized = true;
  static constexpr int teams(int) { return 1; }
  __device__ static int member() { return static_cast<int>(threadIdx.x); }

  __device__ ArenaBlock(char* memory, const column_functions::ArenaShape& shape)
      : column_functions::ArenaExchange<Team>(Team(memory), shape) {}
};

template <class Job, int Held, class Exchange>
__global__ void __launch_bounds__(Exchange::most_threads)
    carry_out_in_arena(const __grid_constant__ Job job, const __grid_constant__ EvaluatedColumns columns,
                       const __grid_constant__ detail::registers::Deal deal, const std::ptrdiff_t count,
                       const __grid_constant__ column_functions::ArenaShape shape) {
  extern __shared__ double2 arena_memory[];
  const LanePosition place =
      place_of<Exchange>(deal, count, static_cast<std::ptrdiff_t>(blockIdx.x), shape.side_by_side);
  const Exchange exchange(reinterpret_cast<char*>(arena_memory), shape);
  const auto lane =
      column_functions::lane_for<Held, ColumnEnds::either>(job, columns, place, place.column + 1 == count, exchange);
  column_functions::carry_out(lane, job);
}

/// How blocks with an arena take the columns of a job.
struct ArenaWork {
  DealtTeams work;
  column_functions::ArenaShape shape;
};

/// The most threads and bytes of a block.
struct RoomOfArena {
  int threads;
  std::size_t bytes;
  bool has_two_halves;
};

/// Threads of a block, whole warps, whose tiles fit in a room.
inline int threads_in_room(const RoomOfArena& room, std::size_t bytes_of_thread) {
  const std::size_t bytes = bytes_of_thread * (room.has_two_halves ? 2 : 1);
  const std::size_t warps = bytes == 0 ? room.bytes : room.bytes / (bytes * warp_size);
  const int most = room.threads / warp_size;
  return (bytes == 0 || warps > static_cast<std::size_t>(most) ? most : static_cast<int>(warps)) * warp_size;
}

/// Neighbouring threads take neighbouring columns where those are neighbours in memory: at most `most_side_by_side`
/// and, to fill a sector of memory, at least `fewest_side_by_side` if blocks have room.
template <class Job>
inline constexpr int most_side_by_side = column_functions::goes_across<Job> ? warp_size : 1;
template <class J, class Range>
inline constexpr int most_side_by_side<column_functions::PartJob<J, Range>> = most_side_by_side<J>;
template <class Job>
inline constexpr int fewest_side_by_side = most_side_by_side<Job> < 8 ? most_side_by_side<Job> : 8;

/// Whole columns, at least `fewest` side by side, or pieces of columns; nothing if blocks have no room for them.
template <int Held, class Job>
std::optional<ArenaWork> arena_work(const Job& job, const column_functions::Demands& demands,
                                    const column_functions::ArenaNeeds& needs, bool whole, int fewest) {
  using Exchange = ArenaBlock<most_side_by_side<Job>>;
  const ColumnGridData& grid = column_functions::grid_of(job);
  const int rows = grid.levels + (demands.top_face && !grid.periodic ? 1 : 0);
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const std::size_t limit = needs.bytes == 0 ? 0 : shared_memory_limit();
  const RoomOfArena rooms[] = {{256, std::min(room_of_block, limit), true},
                               {most_threads_of_block, std::min(room_of_block, limit), true},
                               {most_threads_of_block, limit, true},
                               {most_threads_of_block, limit, false}};
  for (const RoomOfArena& room : rooms) {
    if (!whole && room.threads < most_threads_of_block) continue;  // the longer a piece, the less is computed twice
    const int most = threads_in_room(room, needs.bytes);
    for (int side_by_side = whole ? Exchange::bundle : fewest; side_by_side >= fewest; side_by_side /= 2) {
      if (most < side_by_side) continue;
      const DealtTeams work = deal_to_teams<Exchange>(count, rows, grid.periodic, Held, demands.reach, whole,
                                                      most / side_by_side, side_by_side);
      if (work.blocks == 0) continue;
      const std::size_t half = needs.bytes * static_cast<std::size_t>(work.threads);
      return ArenaWork{work, {work.threads, side_by_side, half, room.has_two_halves}};
    }
  }
  return {};
}

/// Rows of a thread where columns that must be whole have more than a block has threads.
inline constexpr int held_of_long_columns = 4;

/// f(how blocks take a job's columns, what it takes of their arenas, rows of a thread as a type), or false.
template <class Job, class F>
bool with_arena_work(const Job& job, const column_functions::Demands& demands, bool whole, const F& f) {
  constexpr int fewest = fewest_side_by_side<Job>;
  const auto found = [&]<int Held>(std::integral_constant<int, Held> rows, bool uncut, int least) {
    const auto needs = column_functions::arena_needs<Held>(job);
    const auto how = arena_work<Held>(job, demands, needs, uncut, least);
    if (how) f(*how, needs, rows);
    return how.has_value();
  };
  constexpr std::integral_constant<int, 1> one{};
  constexpr std::integral_constant<int, held_of_long_columns> several{};
  if (found(one, true, fewest)) return true;
  if (!whole) return found(one, false, fewest) || found(several, false, fewest);
  for (int least = fewest; least > 0; least /= 2) {
    if (found(several, true, least)) return true;
  }
  return false;
}

template <int Held, class Job>
void launch_in_arena(const Job& job, const ArenaWork& how, cudaStream_t stream) {
  const ColumnGridData& grid = column_functions::grid_of(job);
  const auto threads = static_cast<unsigned>(how.work.threads);
  require(launch_kernel(carry_out_in_arena<Job, Held, ArenaBlock<most_side_by_side<Job>>>,
                        {how.work.blocks, threads, how.shape.bytes(), stream}, job, device_metric(grid).columns(),
                        how.work.deal, static_cast<std::ptrdiff_t>(grid.columns), how.shape),
          "launch of a column function");
}

template <class Job>
[[noreturn]] void throw_too_long(const Job& job, bool whole) {
  constexpr int held = held_of_long_columns;
  const std::size_t bytes = column_functions::arena_needs<held>(job).bytes;
  const RoomOfArena most{most_threads_of_block, bytes == 0 ? 0 : shared_memory_limit(), false};
  throw ShapeError(
      "by cuda::SharedMemory this column function takes " + std::to_string(bytes / held) +
      " bytes of shared memory for a row, so " + (whole ? "columns that must be whole" : "pieces of columns") +
      " have at most " + std::to_string(threads_in_room(most, bytes) * held) +
      " rows, with the top face or, of a ring, some around its ends; the grid has " +
      std::to_string(column_functions::grid_of(job).levels) +
      " levels. Leave the strategy out, or give with(cuda::RowsInLane<16>{}), which holds rows in registers");
}

/// As carry_out, by the strategy cuda::SharedMemory.
template <class Job>
void carry_out_by_tiles(const Job& job, const column_functions::Demands& demands, cudaStream_t stream) {
  using detail::checks::Staging;
  detail::assignment::launch_checked(job, demands.staging, StreamMemory{stream}, [&](const Job& here, Staging staging) {
    const bool whole = demands.whole || staging == Staging::column;
    const bool done = with_arena_work(here, demands, whole, [&](const ArenaWork& how, const auto&, auto rows) {
      launch_in_arena<decltype(rows)::value>(here, how, stream);
    });
    if (!done && staging != Staging::column) throw_too_long(here, whole);
    return done;
  });
}

/// How it is dealt, in words.
template <class Job, class Explanation>
void describe_tiles(const Job& job, const column_functions::Demands& demands, Explanation& x) {
  x.mapping.strategy = SharedMemory::name;
  const bool done =
      with_arena_work(job, demands, demands.whole, [&](const ArenaWork& how, const auto& needs, auto rows) {
        const detail::registers::Deal& deal = how.work.deal;
        column_functions::describe_arena(needs, how.shape,
                                         {how.work.threads, "thread", decltype(rows)::value, deal.columns}, x);
      });
  if (!done) throw_too_long(job, demands.whole);
}

}  // namespace stencil::cuda
