// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <cuda_runtime_api.h>

#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/range.hpp>
#include <stencil/cuda/registers.hpp>
#include <stencil/evaluate/allocate.hpp>
#include <stencil/evaluate/block.hpp>

namespace stencil::cuda {

/// Strategies. SharedMemory: a block of threads fills one tile per stored argument, level of the tree by level, and
/// evaluates the destinations from them. Pointwise: each thread recomputes what its neighbours compute too.
struct SharedMemory {
  static constexpr const char* name = "cuda::SharedMemory";
  using plan_type = plan::StoreEverything;
};
struct Pointwise {
  static constexpr const char* name = "cuda::Pointwise";
  using plan_type = plan::StoreNothing;
};

/// A thread block as a team.
template <bool AcrossColumns, Ends Where>
class BlockTeam {
 public:
  static constexpr bool across_columns = AcrossColumns;
  static constexpr Ends ends = Where;
  __device__ explicit BlockTeam(char* arena) : arena_(arena) {}
  __device__ int rank() const { return static_cast<int>(threadIdx.x); }
  __device__ int size() const { return static_cast<int>(blockDim.x); }
  __device__ char* arena() const { return arena_; }
  __device__ void barrier() const {
#ifdef STENCIL_TEST_DROP_BARRIER  // for the test of the tests: the barrier of that number is left out of every block
    if (reached_++ == STENCIL_TEST_DROP_BARRIER) return;
#endif
    __syncthreads();
  }

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
struct DestinationsOf<Outputs<O...>> {
  static constexpr bool columns_contiguous = (O::destination_type::layout::columns_contiguous && ...);
};
/// Whether neighbouring threads take neighbouring columns.
template <class Outs>
inline constexpr bool across_columns = DestinationsOf<Outs>::columns_contiguous;

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Outs, class Plan, bool Staged, Ends ends>
__global__ void __launch_bounds__(most_threads_of_block)
    evaluate_columns(const __grid_constant__ Outs outputs, const __grid_constant__ ColumnSet columns,
                     std::ptrdiff_t count, int per_block) {
  extern __shared__ double2 arena_memory[];  // 16-byte aligned, like the tiles in it
  const BlockTeam<across_columns<Outs>, ends> team(reinterpret_cast<char*>(arena_memory));
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * per_block;
  const std::ptrdiff_t left = count - first;
  evaluate_block<Plan, Staged>(outputs, team, columns, {first, static_cast<int>(left < per_block ? left : per_block)});
}

/// What a block may ask for on the current device.
inline std::size_t shared_memory_limit() {
  int device = 0;
  int bytes = 0;
  require(cudaGetDevice(&device), "cudaGetDevice");
  require(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "cudaDeviceGetAttribute");
  return static_cast<std::size_t>(bytes);
}

/// Columns and threads of a block, and bytes of its arena.
struct Shape {
  int columns;
  int threads;
  std::size_t bytes;
  bool fits;
};

/// As many columns as give every thread one row, or, across columns, a warp one level; fewer if their tiles do not fit.
inline Shape shape_for(int levels, std::size_t bytes_per_row, std::size_t limit, bool across) {
  constexpr int usual_threads = 384;
  constexpr std::size_t for_some_blocks = 64 * 1024;  // of the shared memory of a processor, so that it runs several
  const int rows = rows_at<Face>(levels);
  const auto bytes = [&](int n) {
    return bytes_per_row * ((static_cast<std::size_t>(n * tile_rows(levels)) + 15) / 16 * 16);
  };
  int columns = across ? warp_size : std::max(1, lanes_of_block(rows, usual_threads, 1) / rows);
  while (columns > 1 && bytes(columns) > std::min(limit, for_some_blocks)) columns /= 2;
  const int passes = (rows + most_threads_of_block - 1) / most_threads_of_block;
  const int threads =
      across ? usual_threads / warp_size * warp_size : whole_warps(columns * ((rows + passes - 1) / passes));
  return {columns, threads, bytes(columns), bytes(columns) <= limit};
}

template <class Plan, bool Staged, class Outs>
void launch_blocks(Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, const Shape& shape,
                   cudaStream_t stream) {
  const auto rows = static_cast<std::size_t>(shape.columns * tile_rows(columns.levels));
  allocate<Plan, plan::Order::levels>(outputs, (rows + 15) / 16 * 16, Staged);
  const auto kernel = columns.periodic ? evaluate_columns<Outs, Plan, Staged, Ends::ring>
                                       : evaluate_columns<Outs, Plan, Staged, Ends::bounded>;
  if (shape.bytes > 48 * 1024) {
    require(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shape.bytes)),
            "shared memory of a block");
  }
  const auto blocks = static_cast<unsigned>((count + shape.columns - 1) / shape.columns);
  kernel<<<blocks, static_cast<unsigned>(shape.threads), shape.bytes, stream>>>(outputs, columns, count, shape.columns);
  require_launch(outputs);
}

}  // namespace stencil::cuda
