// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

#include <cuda_runtime_api.h>

#include <stencil/column/column_memory.hpp>
#include <stencil/cuda/error.hpp>
#include <stencil/cuda/launch.hpp>

/// What is sorted, and the merging of sorted runs of a column, which needs nothing but global memory.
namespace stencil::cuda {

/// Less than, with NaN behind all numbers.
struct NumbersFirst {
  template <class T>
  __device__ bool operator()(const T& a, const T& b) const {
    if constexpr (std::is_floating_point_v<T>) {
      return (a == a) & !(a >= b);
    } else {
      return a < b;
    }
  }
};

/// Columns to be sorted. `sorted` and `order` may be empty; each column is read before it is written.
template <class T>
struct Sorting {
  ColumnMemory<const T> keys;
  ColumnMemory<const int> rows_of_keys;  ///< where keys have been sorted in runs
  ColumnMemory<T> sorted;
  ColumnMemory<int> order;
  ColumnMemoryShape shape;
  bool descending = false;
  bool turns_back = true;
  T last = std::is_floating_point_v<T> ? std::numeric_limits<T>::quiet_NaN() : std::numeric_limits<T>::max();

  /// A value whose ascending order is the order asked for; NaN stay NaN, equal values equal.
  __device__ T turned(T x) const {
    if (!descending) return x;
    if constexpr (std::is_floating_point_v<T>) {
      return -x;
    } else if constexpr (std::is_same_v<T, bool>) {
      return !x;  // the bits of ~x are those of an int, none of which is zero
    } else {
      return static_cast<T>(~x);
    }
  }
  __device__ T turned_back(T x) const { return turns_back ? turned(x) : x; }
};

/// How many of the first `taken` values of two merged runs come from the first one, equal values from the first first
/// (Green, Odeh, Birk 2012: merge path).
template <class T, class Less>
__device__ int taken_from_first(const T* first, int first_count, const T* second, int second_count, int taken,
                                const Less& less) {
  int low = taken > second_count ? taken - second_count : 0;
  int high = taken < first_count ? taken : first_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (less(second[taken - 1 - middle], first[middle])) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

inline constexpr int threads_that_merge = 256;
inline constexpr int merged_by_thread = 9;  // odd, so that threads read different banks of shared memory
inline constexpr int merged_by_block = threads_that_merge * merged_by_thread;

/// A block makes some neighbouring values of two merged runs: it finds where they come from and loads them into shared
/// memory; each thread merges a few.
template <class T, bool WithRows>
__global__ void __launch_bounds__(threads_that_merge)
    merge_neighbours(const __grid_constant__ Sorting<T> task, std::ptrdiff_t length, int blocks_of_pair, int pairs) {
  __shared__ T held[merged_by_block];
  __shared__ int source[merged_by_block];
  __shared__ int ends[2];
  const NumbersFirst less;
  const std::ptrdiff_t pair = blockIdx.x / blocks_of_pair;
  const std::ptrdiff_t column = pair / pairs;
  const std::ptrdiff_t base = pair % pairs * 2 * length;
  const auto least = [](std::ptrdiff_t a, std::ptrdiff_t b) { return static_cast<int>(a < b ? a : b); };
  const int first_count = least(length, task.shape.rows - base);
  const int second_count = least(length, task.shape.rows - base - first_count);
  const int begin = static_cast<int>(blockIdx.x % blocks_of_pair) * merged_by_block;
  const int made = least(merged_by_block, std::ptrdiff_t{first_count} + second_count - begin);
  if (made <= 0) return;  // all of the block
  const T* const first = &task.keys(base, column);
  const T* const second = first + first_count;
  const int me = static_cast<int>(threadIdx.x);
  if (me < 2) ends[me] = taken_from_first(first, first_count, second, second_count, begin + me * made, less);
  __syncthreads();
  const int from_first = ends[1] - ends[0];
  const std::ptrdiff_t at_first = ends[0];
  const std::ptrdiff_t at_second = first_count + begin - ends[0] - from_first;  // of what is held after the first ones
  const auto place = [&](int i) { return i + (i < from_first ? at_first : at_second); };
  for (int i = me; i < made; i += threads_that_merge) held[i] = first[place(i)];
  __syncthreads();

  T key[merged_by_thread];
  int taken = me * merged_by_thread < made ? me * merged_by_thread : made;
  int a = taken_from_first(held, from_first, held + from_first, made - from_first, taken, less);
  int b = from_first + taken - a;
  int from[merged_by_thread];
#pragma unroll
  for (int i = 0; i < merged_by_thread; ++i) {
    const bool from_second = a >= from_first || (b < made && less(held[b], held[a]));
    from[i] = from_second ? b++ : a++;
    key[i] = held[from[i] < made ? from[i] : made - 1];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < merged_by_thread; ++i, ++taken) {
    if (taken >= made) break;
    held[taken] = key[i];
    source[taken] = from[i];
  }
  __syncthreads();
  for (int i = me; i < made; i += threads_that_merge) {
    const std::ptrdiff_t row = base + begin + i;
    if (task.sorted.data != nullptr) task.sorted(row, column) = task.turned_back(held[i]);
    if constexpr (WithRows) task.order(row, column) = task.rows_of_keys(base + place(source[i]), column);
  }
}

/// Merges runs of `length` rows of `task.keys`, dense in each column, in pairs.
template <class T, bool WithRows>
void merge_runs(const Sorting<T>& task, std::ptrdiff_t length, cudaStream_t stream) {
  const auto blocks_of_pair = static_cast<int>((2 * length + merged_by_block - 1) / merged_by_block);
  const auto pairs = static_cast<int>((task.shape.rows + 2 * length - 1) / (2 * length));
  const auto blocks = static_cast<unsigned>(task.shape.columns * pairs * blocks_of_pair);
  require(launch_kernel(merge_neighbours<T, WithRows>, {blocks, threads_that_merge, 0, stream}, task, length,
                        blocks_of_pair, pairs),
          "merging of sorted columns");
}

}  // namespace stencil::cuda
