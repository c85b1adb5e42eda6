// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/cuda/columns.hpp>
#include <stencil/cuda/launch.hpp>

/// Reductions of columns that are neighbours in memory, by threads that take a chunk of a column each: the grouping of
/// expression/order.hpp has chunks of 128 rows, of which none needs what another gives until all are joined.
namespace stencil::cuda {

/// A column of a block. All threads of a column evaluate the same expression, each takes some chunks of its reductions,
/// and the first one writes. Blocks have a column for each threadIdx.x, and threads for chunks in threadIdx.y.
template <ColumnEnds ends>
struct ChunkCursor : SharedColumn<ends> {
  using Row = typename SharedColumn<ends>::Row;
  char* memory;  ///< of the block, for what chunks give

  __device__ ChunkCursor(const EvaluatedColumns& columns, std::ptrdiff_t column, char* of_block, bool column_is_there)
      : SharedColumn<ends>(columns, column, column_is_there && threadIdx.y == 0), memory(of_block) {}

  /// Every thread of a block calls this.
  template <class Node>
  STENCIL_FUNCTION auto reduced(const Node& node) const {
    using Fold = typename Node::fold_type;
    using State = typename Node::state;
    auto state = static_cast<State>(node.init.value(*this));
#if STENCIL_ON_DEVICE
    const int count = Node::rows(this->columns);
    const auto op = [&](const auto& a, const auto& b) { return static_cast<State>(node.fold.op(a, b)); };
    const Row& row = *this;
    if constexpr (Fold::in_order) {
      for (int p = 0; p < count; ++p) state = op(state, node.row_value(row, p, count));
    } else {
      state = join_chunks(node, state, count, op);
    }
#endif
    return state;
  }

 private:
  template <class Node, class State, class Op>
  __device__ State join_chunks(const Node& node, State state, int count, const Op& op) const {
    using Part = detail::folding::OfChunk<State>;
    const int lacking = Node::fold_type::lacking(count), chunks = detail::folding::chunks_of(count, lacking);
    const Row& row = *this;
    const auto part = [&](int chunk) {
      return detail::folding::of_chunk<State>(detail::folding::range_of_chunk(chunk, count, lacking), op,
                                              [&](int p) { return static_cast<State>(node.row_value(row, p, count)); });
    };
    Part* const parts = reinterpret_cast<Part*>(memory) + threadIdx.x;
    for (int c = static_cast<int>(threadIdx.y); c < chunks; c += static_cast<int>(blockDim.y))
      parts[c * static_cast<int>(blockDim.x)] = part(c);
    __syncthreads();
    for (int c = 0; c < chunks; ++c) state = parts[c * static_cast<int>(blockDim.x)].after(state, op);
    __syncthreads();  // the next reduction has its parts there
    return state;
  }
};

/// Whether an expression has reductions that threads may share so.
template <class N, class Children = children_of<N>>
struct ReducesInChunks;
template <class N, class... Child>
struct ReducesInChunks<N, ChildList<Child...>> {
  static constexpr bool value = (ReducesInChunks<Child>::value || ...);
};
template <class Fold, class E, class Init>
struct ReducesInChunks<ColumnReduction<Fold, E, Init>, ChildList<E, Init>> {
  static constexpr bool value = (!Fold::in_order && plan::reads_across<E>) || ReducesInChunks<Init>::value;
};
/// The most bytes of what a chunk gives for one of these reductions.
template <class N, class Children = children_of<N>>
struct BytesOfChunk;
template <class N, class... Child>
struct BytesOfChunk<N, ChildList<Child...>> {
  static constexpr std::size_t value = std::max({std::size_t{0}, BytesOfChunk<Child>::value...});
};
template <class Fold, class E, class Init>
struct BytesOfChunk<ColumnReduction<Fold, E, Init>, ChildList<E, Init>> {
  static constexpr std::size_t value =
      std::max(sizeof(detail::folding::OfChunk<typename Fold::state>), BytesOfChunk<Init>::value);
};

template <class Outs>
inline constexpr bool reduces_in_chunks = false;
template <class... O>
inline constexpr bool reduces_in_chunks<AssignmentOutputs<O...>> =
    (std::is_same_v<typename O::location, Surface> && ...) &&
    (ReducesInChunks<typename O::expression_type>::value || ...);

/// The columns of a block, its threads for each, and what chunks of them take.
struct ChunkShape {
  static constexpr int most_threads = 256;
  static constexpr int most_workers = 8;                           ///< threads of a column
  static constexpr int least_levels = 4 * detail::folding::chunk;  ///< up to which a thread for each column is faster
  static constexpr std::size_t most_bytes = 48 * 1024;             ///< available on every device without an attribute
  dim3 threads;
  std::size_t bytes;
  bool suits;

  ChunkShape(int levels, std::size_t bytes_of_chunk) {
    const int chunks = levels / detail::folding::chunk + 2;  // for faces too, and those that begin within a chunk
    threads = dim3(warp_size, static_cast<unsigned>(std::min(chunks, most_workers)));
    bytes = static_cast<std::size_t>(chunks) * warp_size * bytes_of_chunk;
    suits = levels > least_levels && bytes <= most_bytes;
  }
};

// The expression comes first among the template arguments, so that a profiler shows it first.
template <class Outs, ColumnEnds ends>
__global__ void __launch_bounds__(ChunkShape::most_threads)
    reduce_chunks(const __grid_constant__ Outs outputs, const __grid_constant__ EvaluatedColumns columns,
                  const std::ptrdiff_t count) {
  extern __shared__ double2 arena_memory[];
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool works = column < count;
  const ChunkCursor<ends> at(columns, works ? column : count - 1, reinterpret_cast<char*>(arena_memory), works);
  outputs.each([&](const auto& output) { output.store(at, output.value(at)); });
}

template <class Outs>
inline constexpr std::size_t bytes_of_chunk = 0;
template <class... O>
inline constexpr std::size_t bytes_of_chunk<AssignmentOutputs<O...>> =
    std::max({std::size_t{0}, BytesOfChunk<typename O::expression_type>::value...});

/// False, and nothing is done, where a thread for each column is faster.
template <class Outs>
bool run_in_chunks(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) {
  const ChunkShape shape(columns.levels, bytes_of_chunk<Outs>);
  if (!shape.suits) return false;
  const auto blocks = static_cast<unsigned>((count + shape.threads.x - 1) / shape.threads.x);
  const auto kernel =
      columns.periodic ? reduce_chunks<Outs, ColumnEnds::ring> : reduce_chunks<Outs, ColumnEnds::bounded>;
  require_launch(launch_kernel(kernel, {blocks, shape.threads, shape.bytes, stream}, outputs, columns, count), outputs);
  return true;
}

}  // namespace stencil::cuda
