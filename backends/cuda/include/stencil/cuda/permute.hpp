// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

#include <stencil/column/column_memory.hpp>
#include <stencil/cuda/error.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/places.hpp>

namespace stencil::cuda {

/// Sorts columns on a device; stencil/cuda/sort.hpp has it.
template <class T>
struct ColumnSorter;

inline constexpr int threads_for_places = 256;

template <class T>
__global__ void __launch_bounds__(threads_for_places)
    permute_places(ColumnMemory<const T> from, ColumnMemory<const int> order, ColumnMemory<T> to,
                   ColumnMemoryShape shape, int columns_of_block) {
  const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * columns_of_block;
  const std::ptrdiff_t left = shape.columns - first;
  const int columns = static_cast<int>(left < columns_of_block ? left : columns_of_block);
  const Places places(to.across(), shape.rows, columns);
  for (int i = static_cast<int>(threadIdx.x); i < columns * shape.rows; i += threads_for_places) {
    const auto [row, place] = places(i);
    const std::ptrdiff_t column = first + place;
    to(row, column) = from(order(row, column), column);
  }
}

/// to(k) = from(order(k)) in every column; `to` overlaps neither `from` nor `order`.
template <class T>
void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order, const ColumnMemory<T>& to,
                     ColumnMemoryShape shape, cudaStream_t stream) {
  constexpr int values_of_block = 4 * threads_for_places;
  const int across = to.across() && shape.rows < 1 << 22 ? 32 : 1;  // Places (places.hpp) are exact up to there
  const int columns = shape.rows * across >= values_of_block ? across : values_of_block / shape.rows;
  const auto blocks = static_cast<unsigned>((shape.columns + columns - 1) / columns);
  require(launch_kernel(permute_places<T>, {blocks, threads_for_places, 0, stream}, from, order, to, shape, columns),
          "carrying values along with sorted columns");
}

}  // namespace stencil::cuda
