// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/block.hpp>
#include <stencil/assign/allocate.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/range.hpp>
#include <stencil/cuda/registers.hpp>

namespace stencil::cuda {

/// Strategy: a block of threads fills one tile per stored argument, level of the tree by level, and evaluates the
/// destinations from them. In column functions each thread has a row of every value, and an operation's arguments of
/// which other rows are read are in tiles.
struct SharedMemory {
  static constexpr const char* name = "cuda::SharedMemory";
  static constexpr bool deals_columns = true;  ///< of column functions too
  using plan_type = plan::StoreEverything;
};
/// Strategy: each thread computes one row by itself. Arguments of operators are computed again by each thread that
/// needs them.
struct Pointwise {
  static constexpr const char* name = "cuda::Pointwise";
  using plan_type = plan::StoreNothing;
};

inline constexpr int rows_of_thread = 4;

/// A thread block as a team.
template <bool AcrossColumns, ColumnEnds Where>
class BlockTeam {
 public:
  static constexpr bool across_columns = AcrossColumns;
  static constexpr ColumnEnds ends = Where;
  static constexpr int rows_at_a_time = rows_of_thread;
  __device__ explicit BlockTeam(char* arena) : arena_(arena) {}
  __device__ int rank() const { return static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x); }
  __device__ int size() const { return static_cast<int>(blockDim.y * blockDim.x); }
  __device__ TeamSeat seat() const {
    return {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y), static_cast<int>(blockDim.x),
            static_cast<int>(blockDim.y)};
  }
  __device__ char* arena() const { return arena_; }
  __device__ void barrier() const {
#ifdef STENCIL_TEST_DROP_BARRIER  // for the test of the tests: the barrier of that number is left out of every block
    if (reached_++ == STENCIL_TEST_DROP_BARRIER) return;
#endif
    __syncthreads();
  }
  /// Whether a condition holds for any thread of the block.
  __device__ bool any(bool mine) const { return __syncthreads_or(static_cast<int>(mine)) != 0; }

 private:
  char* arena_;
#ifdef STENCIL_TEST_DROP_BARRIER
  mutable int reached_ = 0;
#endif
};

inline constexpr int most_threads_of_block = 512;

template <class Outs>
struct DestinationsOf;
template <class... O>
struct DestinationsOf<AssignmentOutputs<O...>> {
  static constexpr bool across = (O::destination_type::layout::across && ...);
  static constexpr bool all_at_surface = (std::is_same_v<typename O::location, Surface> && ...);
};
/// Whether neighbouring threads take neighbouring columns.
template <class Outs>
inline constexpr bool across_columns = DestinationsOf<Outs>::across;

/// Columns of a block, the rows of them that it computes, and its threads.
struct BlockShape {
  int columns;
  int rows;   ///< of the destinations: levels + 1 where a block takes whole columns
  int pitch;  ///< of its tiles
  dim3 threads;
  std::size_t bytes;  ///< of its arena
  bool fits;

  bool whole(int levels) const { return rows > levels; }
};

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Outs, class Plan, bool Staged, ColumnEnds ends>
__global__ void __launch_bounds__(most_threads_of_block)
    evaluate_columns(const __grid_constant__ Outs outputs, const __grid_constant__ EvaluatedColumns columns,
                     std::ptrdiff_t count, int per_block, int rows, int pitch) {
  extern __shared__ double2 arena_memory[];  // 16-byte aligned, like the tiles in it
  const BlockTeam<across_columns<Outs>, ends> team(reinterpret_cast<char*>(arena_memory));
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * per_block;
  const std::ptrdiff_t left = count - first;
  const int begin = static_cast<int>(blockIdx.z * gridDim.y + blockIdx.y) * rows;
  if (begin > columns.levels) return;  // all of the block
  evaluate_block<Plan, Staged>(outputs, team, columns,
                               {first, static_cast<int>(left < per_block ? left : per_block), begin, begin + rows},
                               pitch);
}

/// The most shared memory of a block on the current device.
inline std::size_t shared_memory_limit() {
  static DeviceFigure known;
  return static_cast<std::size_t>(
      known([](int device) { return attribute(device, cudaDevAttrMaxSharedMemoryPerBlockOptin); }));
}

/// Shared memory that a block uses at most where it can do with less, so that a processor runs several.
inline constexpr std::size_t room_of_block = 64 * 1024;

/// Rows of `columns` columns that a block can compute in a room, with the tiles' rows below and above them.
template <class Tiles>
constexpr int rows_in_room(std::size_t room, std::size_t bytes_per_row, int columns) {
  const auto held = static_cast<int>((room / bytes_per_row - 15) / static_cast<std::size_t>(columns));
  return held - Tiles::height * (Tiles::below + Tiles::above) - 1;  // one for the odd pitch
}
/// Whether tiles of some rows fit on every device, which has at least 48 KiB.
template <class Plan, class Outs>
inline constexpr bool always_fits = [] {
  using Tiles = BlockTiles<Plan, Outs>;
  constexpr std::size_t bytes = ArenaPlan<Plan, plan::Order::levels, Outs>::tiles.bytes_per_row;
  if constexpr (bytes == 0) return true;
  return Tiles::cuts_columns && bytes < 1024 && rows_in_room<Tiles>(48 * 1024, bytes, 1) > 0;
}();

/// How blocks take the columns of an evaluation whose tiles have `bytes_per_row` in each row. Where threads take
/// neighbouring rows, a block takes as many columns as give each thread some rows; where they take neighbouring
/// columns, 32; for values per column one for each thread. Whole columns if their tiles leave room for several blocks
/// on a processor, else some rows of them if the expression allows that, else fewer.
template <class Plan, class Outs>
BlockShape shape_for(int levels, bool ring, std::size_t bytes_per_row, std::size_t limit, bool whole) {
  using Tiles = BlockTiles<Plan, Outs>;
  constexpr bool across = across_columns<Outs>;
  constexpr int usual_threads = 128;
  if (DestinationsOf<Outs>::all_at_surface && Tiles::height == 0)
    return {usual_threads, levels + 1, 0, dim3(usual_threads), 0, !whole};  // it has no tiles for stand-ins
  const std::size_t room = std::min(limit, room_of_block);
  BlockShape s{across ? warp_size : 1, levels + 1, 0, {}, 0, true};
  const auto bytes = [&](int columns) {
    s.pitch = tile_pitch(Tiles::rows_for(s.rows, levels, ring));
    return bytes_per_row * ((static_cast<std::size_t>(columns) * static_cast<std::size_t>(s.pitch) + 15) / 16 * 16);
  };
  while (bytes(s.columns) > room) {
    const int rows = !whole && Tiles::cuts_columns ? rows_in_room<Tiles>(room, bytes_per_row, s.columns) : 0;
    if (rows > (s.columns > 1 ? 8 : 0)) {
      const int tiles = levels / rows + 1;
      s.rows = levels / tiles + 1;
      break;
    }
    if (s.columns == 1) break;
    s.columns /= 2;
  }
  const int line = across ? warp_size : s.whole(levels) && !ring ? levels : Tiles::rows_for(s.rows, levels, ring);
  const int passes = (line + most_threads_of_block - 1) / most_threads_of_block;
  const int width = (line + passes - 1) / passes;
  const int height = std::max(1, usual_threads / width);
  if (!across && s.whole(levels)) {
    // Two rounds of rows for each thread, where a row is little work or the tree has many levels: a thread has a fixed
    // cost.
    constexpr int rounds = detail::registers::LaneTraits<Outs>::widest > sizeof(float) && Tiles::height <= 2 ? 1 : 2;
    s.columns = height * rows_of_thread * rounds;
    while (s.columns > 1 && bytes(s.columns) > room) s.columns /= 2;
  }
  s.threads = dim3(static_cast<unsigned>(width), static_cast<unsigned>(across ? height : std::min(height, s.columns)));
  s.bytes = bytes(s.columns);
  s.fits = s.bytes <= limit;
  return s;
}

template <class Plan, bool Staged, class Outs>
void launch_blocks(Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, const BlockShape& shape,
                   cudaStream_t stream) {
  const auto values = static_cast<std::size_t>(shape.columns) * static_cast<std::size_t>(shape.pitch);
  allocate_tiles<Plan, plan::Order::levels>(outputs, (values + 15) / 16 * 16, Staged);
  const auto kernel = columns.periodic ? evaluate_columns<Outs, Plan, Staged, ColumnEnds::ring>
                                       : evaluate_columns<Outs, Plan, Staged, ColumnEnds::bounded>;
  // Pieces of a column, which blockIdx.y alone does not count where they are short.
  const auto pieces = static_cast<unsigned>(columns.levels / shape.rows + 1);
  const unsigned rounds = (pieces - 1) / unsigned{most_blocks_across} + 1;
  const dim3 blocks(static_cast<unsigned>((count + shape.columns - 1) / shape.columns), (pieces - 1) / rounds + 1,
                    rounds);
  require_launch(launch_kernel(kernel, {blocks, shape.threads, shape.bytes, stream}, outputs, columns, count,
                               shape.columns, shape.rows, shape.pitch),
                 outputs);
}

template <class Plan, bool Staged, class Outs>
std::size_t bytes_per_row() {
  using Arena = ArenaPlan<Plan, plan::Order::levels, Outs>;
  return Arena::tiles.bytes_per_row + (Staged ? Arena::stage_bytes : 0);
}

/// Staged: the stand-in is a tile of whole columns.
template <class Plan, bool Staged, class Outs>
BlockShape shape_on_device(int levels, bool ring) {
  const std::size_t bytes = bytes_per_row<Plan, Staged, Outs>();
  return shape_for<Plan, Outs>(levels, ring, bytes, bytes == 0 ? 0 : shared_memory_limit(), Staged);
}

}  // namespace stencil::cuda
