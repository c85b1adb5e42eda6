// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/assign/stand_in.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/range.hpp>

/// Destinations whose old values are still needed while new ones are computed.
namespace stencil::cuda {

template <class T, class Layout>
__global__ void copy_values(T* to, Layout to_strides, const T* from, Layout from_strides, int rows,
                            std::ptrdiff_t values) {
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < values; i += step) {
    const std::ptrdiff_t columns = values / rows;
    const std::ptrdiff_t column = Layout::across ? i % columns : i / rows;
    const std::ptrdiff_t row = Layout::across ? i / columns : i % rows;
    to[column * to_strides.column() + row * to_strides.level()] =
        from[column * from_strides.column() + row * from_strides.level()];
  }
}
template <class L>
void copy_leaf(const L& to, const L& from, std::ptrdiff_t count, cudaStream_t stream) {
  using T = std::remove_const_t<typename L::value_type>;
  using Layout = std::remove_cv_t<decltype(L::strides)>;
  require(launch_kernel(copy_values<T, Layout>, {4096, 256, 0, stream}, to.data, to.strides, from.data, from.strides,
                        to.rows(), to.rows() * count),
          "copy of a stand-in");
}

/// Memory for stand-ins, and copies of them, on one stream.
struct StreamMemory {
  cudaStream_t stream;

  Temporary allocate(std::size_t bytes) const { return Temporary(bytes, stream); }
  template <class L>
  void copy(const L& to, const L& from) const {
    copy_leaf(to, from, static_cast<std::ptrdiff_t>(from.grid->columns), stream);
  }
};

/// Carries out an evaluation with kernels on a stream. run(outputs, staging, columns, count) launches them, as
/// detail::assignment::launch says, for `count` columns.
template <class Plan, class Outs, class Run>
void launch(Outs& outputs, cudaStream_t stream, const Run& run) {
  const ProfilerRange range(outputs);
  detail::assignment::launch<Plan>(
      outputs, StreamMemory{stream}, [&](Outs& those, detail::checks::Staging staging, const plan::OperandList&) {
        const ColumnGridData& grid = *those.first.destination.grid;
        return run(those, staging, device_metric(grid).columns(), static_cast<std::ptrdiff_t>(grid.columns));
      });
}

}  // namespace stencil::cuda
