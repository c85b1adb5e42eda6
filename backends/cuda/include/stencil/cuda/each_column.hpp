// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>

/// What goes through a column from end to end, in an order that cannot be shared: a thread for each column.
namespace stencil::cuda {

inline constexpr unsigned threads_for_columns = 128;

template <class F>
__global__ void __launch_bounds__(threads_for_columns)
    visit_columns(const __grid_constant__ F f, const __grid_constant__ EvaluatedColumns columns, std::ptrdiff_t count) {
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column < count) f(columns, column);
}

/// f(columns, column) for every column of a grid, on a stream.
template <class F>
void each_column(const ColumnGridData& grid, const F& f, cudaStream_t stream) {
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const auto blocks = static_cast<unsigned>((count + threads_for_columns - 1) / threads_for_columns);
  require(launch_kernel(visit_columns<F>, {blocks, threads_for_columns, 0, stream}, f, device_metric(grid).columns(),
                        count),
          "work along the columns of a grid");
}

template <class F>
__global__ void __launch_bounds__(threads_for_columns) visit_each(const __grid_constant__ F f, std::ptrdiff_t count) {
  const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) f(i);
}

/// f(i) for every i < count, on a stream.
template <class F>
void each(std::ptrdiff_t count, const F& f, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((count + threads_for_columns - 1) / threads_for_columns);
  require(launch_kernel(visit_each<F>, {blocks, threads_for_columns, 0, stream}, f, count), "work of single threads");
}

}  // namespace stencil::cuda
