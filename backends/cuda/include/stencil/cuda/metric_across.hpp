// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/config.hpp>
#include <stencil/cuda/device.hpp>
#include <stencil/cuda/launch.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/resource.hpp>
#include <stencil/grid_data.hpp>

/// The metric of columns that have heights of their own, as threads that take a column each read it.
namespace stencil::cuda {

template <class Real>
__global__ void put_side_by_side(const Real* from, Real* to, int rows, std::ptrdiff_t columns) {
  const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  for (int row = 0; row < rows; ++row) to[row * columns + column] = from[column * rows + row];
}

/// A copy of a device's metric in which neighbouring columns lie side by side, or none where memory does not suffice.
class MetricAcross {
 public:
  /// Zeros, which nobody uses, and for how many turns that something is behind they suffice.
  static constexpr int rows_beyond = 16, most_behind = 8;

  MetricAcross(const EvaluatedColumns& columns, std::ptrdiff_t count, cudaStream_t stream) : set_(columns) {
    try {
      turn(set_.metric_double, count, stream);
      turn(set_.metric_float, count, stream);
      require(cudaStreamSynchronize(stream), "the order of a grid's heights");
      made_ = true;
    } catch (const std::exception&) {
      memory_.clear();
    }
  }
  const EvaluatedColumns* columns() const { return made_ ? &set_ : nullptr; }

 private:
  template <class Real>
  void turn(MetricView<Real>& view, std::ptrdiff_t count, cudaStream_t stream) {
    constexpr int threads = 128;
    const auto blocks = static_cast<unsigned>((count + threads - 1) / threads);
    for (auto [at, rows] : {std::pair{&view.center, set_.levels}, std::pair{&view.face, set_.levels + 1}}) {
      at->column_stride = 1;
      for (const Real** values : {&at->z, &at->dz, &at->inverse_dz}) {
        auto memory = allocate<char>(static_cast<std::size_t>(rows + 2 * rows_beyond) *
                                     static_cast<std::size_t>(count) * sizeof(Real));
        Real* const turned = reinterpret_cast<Real*>(memory.get()) + rows_beyond * count;
        memory_.push_back(std::move(memory));
        require(launch_kernel(put_side_by_side<Real>, {blocks, threads, 0, stream}, *values, turned, rows, count),
                "the order of a grid's heights");
        *values = turned;
      }
    }
    view.level_stride = count;
  }

  std::vector<ValueBuffer<char>> memory_;
  EvaluatedColumns set_;
  bool made_ = false;
};

/// Whether threads that take a column each find a grid's heights side by side: not those that change, of which there is
/// one copy on a device, and not so many turns before they are used.
inline bool may_be_side_by_side(const ColumnGridData& grid, int behind) {
  return !grid.per_column || (!grid.changing && behind <= MetricAcross::most_behind);
}

/// The columns of a grid for threads that take one each and read its heights: a copy that is made at the first call,
/// where columns have heights of their own. Null where there is none and none can be made.
inline const EvaluatedColumns* side_by_side(const ColumnGridData& grid, const EvaluatedColumns& columns, int behind,
                                            cudaStream_t stream) {
  if (!grid.per_column) return &columns;
  if (!may_be_side_by_side(grid, behind)) return nullptr;
  const auto& copies = grid.copy<PerDevice<MetricAcross>>([] { return PerDevice<MetricAcross>(); });
  if (const MetricAcross* const known = copies.made_on_current()) return known->columns();
  auto status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) {  // another stream captures what this one does too
    static_cast<void>(cudaGetLastError());
    return nullptr;
  }
  if (status != cudaStreamCaptureStatusNone) return nullptr;
  const BesideCaptures beside;
  return copies.on_current([&] { return MetricAcross(columns, static_cast<std::ptrdiff_t>(grid.columns), stream); })
      .columns();
}

}  // namespace stencil::cuda
