// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <cuda_runtime_api.h>
#include <cub/block/block_merge_sort.cuh>
#include <cub/util_type.cuh>
#include <cub/warp/warp_merge_sort.cuh>

#include <stencil/column/column_memory.hpp>
#include <stencil/cuda/error.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/merge_runs.hpp>
#include <stencil/cuda/places.hpp>
#include <stencil/cuda/resource.hpp>
#include <stencil/error.hpp>

/// Sorted columns on a device, by CUB's merge sorts in shared memory. A .cu file that sorts includes this header beside
/// stencil/cuda.hpp; it must not have `using namespace stencil` at file scope, because CUB declares a namespace ::cuda,
/// and `cuda::` in the code that nvcc generates would be ambiguous.
namespace stencil::cuda {

/// What a block of threads has in shared memory: the columns, while they come and go, or what CUB needs.
template <class Sorter, class T, int Places, int Groups>
union SortingRoom {
  typename Sorter::TempStorage sorter[Groups];
  T keys[Places];
  int rows[Places];
};

/// `Lanes` threads sort a column, or a chunk of one, of at most Lanes * Items rows; Index is int where the rows that
/// the values come from are asked for.
template <class T, class Index, int Lanes, int Items>
struct ColumnGroup {
  static constexpr bool in_warp = Lanes <= 32;
  static constexpr int capacity = Lanes * Items;
  static constexpr int groups = in_warp ? 128 / Lanes : 1;
  static constexpr int block = groups * Lanes;
  template <bool InWarp, int Size>
  struct Chosen {
    using type = cub::WarpMergeSort<T, Items, Size, Index>;
  };
  template <int Size>
  struct Chosen<false, Size> {
    using type = cub::BlockMergeSort<T, Size, Items, Index>;
  };
  using Sorter = typename Chosen<in_warp, Lanes>::type;
  using Room = SortingRoom<Sorter, T, groups * capacity, groups>;
};

/// f(place, row, group) for all rows of the columns of a block, neighbours in memory first.
template <class Group, class F>
__device__ void each_place(bool across, int rows, int columns, const F& f) {
  const int me = static_cast<int>(threadIdx.x);
  const Places places(across, rows, columns);
  for (int i = me; i < rows * columns; i += Group::block) {
    const auto [row, group] = places(i);
    f(group * Group::capacity + row, row, group);
  }
}

// The type of what is sorted comes first among the template arguments, so that a profiler shows it first.
template <class T, class Index, int Lanes, int Items>
__global__ void __launch_bounds__(ColumnGroup<T, Index, Lanes, Items>::block)
    sort_columns_in_groups(const __grid_constant__ Sorting<T> task) {
  using Group = ColumnGroup<T, Index, Lanes, Items>;
  constexpr bool with_rows = std::is_same_v<Index, int>;
  __shared__ typename Group::Room room;
  const int first_row = static_cast<int>(blockIdx.y) * Group::capacity;
  const int rows_left = task.shape.rows - first_row;
  const int rows = rows_left < Group::capacity ? rows_left : Group::capacity;
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * Group::groups;
  const std::ptrdiff_t left = task.shape.columns - first;
  const int columns = static_cast<int>(left < Group::groups ? left : Group::groups);
  const int group = static_cast<int>(threadIdx.x) / Lanes;
  const int lane = static_cast<int>(threadIdx.x) % Lanes;

  each_place<Group>(task.keys.across(), rows, columns, [&](int place, int row, int of) {
    room.keys[place] = task.turned(task.keys(first_row + row, first + of));
  });
  __syncthreads();
  T key[Items];
  Index from[Items];
#pragma unroll
  for (int i = 0; i < Items; ++i) {
    const int row = lane * Items + i;
    // What pads a column is equal to the last of its values or follows it, and a stable sort leaves it behind.
    key[i] = row < rows && group < columns ? room.keys[group * Group::capacity + row] : task.last;
    if constexpr (with_rows) from[i] = first_row + row;
  }
  __syncthreads();
  if constexpr (with_rows) {
    typename Group::Sorter(room.sorter[group]).StableSort(key, from, NumbersFirst{});
  } else {
    typename Group::Sorter(room.sorter[group]).StableSort(key, NumbersFirst{});
  }
  const int mine = group * Group::capacity + lane * Items;
  if (task.sorted.data != nullptr) {
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Items; ++i) room.keys[mine + i] = key[i];
    __syncthreads();
    each_place<Group>(task.sorted.across(), rows, columns, [&](int place, int row, int of) {
      task.sorted(first_row + row, first + of) = task.turned_back(room.keys[place]);
    });
  }
  if constexpr (with_rows) {
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Items; ++i) room.rows[mine + i] = from[i];
    __syncthreads();
    each_place<Group>(task.order.across(), rows, columns,
                      [&](int place, int row, int of) { task.order(first_row + row, first + of) = room.rows[place]; });
  }
}

/// Sorts the columns of one type of key, chosen by their number of rows.
template <class T>
struct ColumnSorter {
 private:
  // No more than 48 KiB hold, which every device has.
  static constexpr int chunk_threads = 512;
  static constexpr int chunk_items = sizeof(T) == 8 ? 11 : 21;
  static constexpr int chunk = chunk_threads * chunk_items;

 public:
  /// The rows of the longest column: a launch has so many chunks.
  static constexpr std::ptrdiff_t most_rows = std::ptrdiff_t{most_blocks_across} * chunk;

  /// ShapeError for longer columns.
  static void run(const Sorting<T>& task, cudaStream_t stream) {
    if (task.shape.rows > most_rows) {
      throw ShapeError("a device sorts columns of at most " + std::to_string(most_rows) + " values of this type, not " +
                       std::to_string(task.shape.rows));
    }
    if (task.order.data != nullptr) {
      choose<int>(task, stream);
    } else {
      choose<cub::NullType>(task, stream);
    }
  }

 private:
  template <class Index>
  static void choose(const Sorting<T>& task, cudaStream_t stream) {
    const int rows = task.shape.rows;
    // As measured (docs/performance_notes.md). An odd number of rows for each thread lets threads read different banks
    // of shared memory, which is worth up to a factor of two.
    if (rows <= 10) return launch<Index, 2, 5>(task, stream);
    if (rows <= 20) return launch<Index, 4, 5>(task, stream);
    if (rows <= 36) return launch<Index, 4, 9>(task, stream);
    if (rows <= 64 && sizeof(T) < 8) return launch<Index, 8, 8>(task, stream);
    if (rows <= 72) return launch<Index, 8, 9>(task, stream);
    if (rows <= 144) return launch<Index, 16, 9>(task, stream);
    if (rows <= 288) return launch<Index, 32, 9>(task, stream);
    if (rows <= 544) return launch<Index, 32, 17>(task, stream);
    if (rows <= 1088) return launch<Index, 64, 17>(task, stream);
    if (rows <= 2176) return launch<Index, 128, 17>(task, stream);
    if (rows <= 4352) return launch<Index, 256, 17>(task, stream);
    if (rows <= 5632) return launch<Index, 512, 11>(task, stream);
    if (rows <= chunk) return launch<Index, chunk_threads, chunk_items>(task, stream);
    in_chunks<Index>(task, stream);
  }

  template <class Index, int Lanes, int Items>
  static void launch(const Sorting<T>& task, cudaStream_t stream) {
    using Group = ColumnGroup<T, Index, Lanes, Items>;
    const dim3 blocks(static_cast<unsigned>((task.shape.columns + Group::groups - 1) / Group::groups),
                      static_cast<unsigned>((task.shape.rows + Group::capacity - 1) / Group::capacity));
    require(launch_kernel(sort_columns_in_groups<T, Index, Lanes, Items>, {blocks, Group::block, 0, stream}, task),
            "sorting of columns");
  }

  /// Columns longer than a block holds: chunks of them, merged in pairs until they are one.
  template <class Index>
  static void in_chunks(const Sorting<T>& task, cudaStream_t stream) {
    constexpr bool with_rows = std::is_same_v<Index, int>;
    const auto values = static_cast<std::size_t>(task.shape.rows) * static_cast<std::size_t>(task.shape.columns);
    const std::size_t bytes = (values * sizeof(T) + 15) / 16 * 16 + (with_rows ? values * sizeof(int) : 0);
    const Temporary here(bytes, stream);
    const Temporary there(bytes, stream);
    const auto dense = [&]<class V>(V* data) { return ColumnMemory<V>{data, 1, task.shape.rows}; };
    const auto part = [&](const Temporary& memory) {
      Sorting<T> runs = task;
      runs.sorted = dense(static_cast<T*>(memory.get()));
      if (with_rows)
        runs.order =
            dense(reinterpret_cast<int*>(static_cast<char*>(memory.get()) + (values * sizeof(T) + 15) / 16 * 16));
      return runs;
    };
    Sorting<T> from = part(here);
    Sorting<T> to = part(there);
    from.turns_back = false;
    launch<Index, chunk_threads, chunk_items>(from, stream);
    for (std::ptrdiff_t length = chunk; length < task.shape.rows; length *= 2) {
      const bool last = 2 * length >= task.shape.rows;
      to.keys = from.sorted.read_only();
      to.rows_of_keys = from.order.read_only();
      if (last) {
        to.sorted = task.sorted;
        to.order = task.order;
      }
      to.turns_back = last;
      merge_runs<T, with_rows>(to, length, stream);
      const Sorting<T> merged = to;
      to = from;
      from = merged;
    }
  }
};

}  // namespace stencil::cuda
