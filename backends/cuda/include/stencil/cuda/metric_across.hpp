// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/columnwise/sweep_needs.hpp>
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
    constexpr int threads = 128, rows_beyond = column_functions::HeightsSideBySide::rows_beyond;
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

/// The columns of a grid for threads that take one each, of which results may be so many turns behind: with a copy that
/// is made at the first call, if they read heights that columns have of their own. Null where there can be none, unless
/// threads were asked for.
inline const EvaluatedColumns* side_by_side(const ColumnGridData& grid, const EvaluatedColumns& columns,
                                            bool reads_heights, int behind, bool asked, cudaStream_t stream) {
  if (!reads_heights || !grid.per_column) return &columns;
  const EvaluatedColumns* const otherwise = asked ? &columns : nullptr;
  if (!column_functions::HeightsSideBySide::suit(grid, behind)) return otherwise;
  const auto& copies = grid.copy<PerDevice<MetricAcross>>([] { return PerDevice<MetricAcross>(); });
  const MetricAcross* made = copies.made_on_current();
  if (made == nullptr) {
    auto status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) {  // another stream captures what this one does too
      static_cast<void>(cudaGetLastError());
      return otherwise;
    }
    if (status != cudaStreamCaptureStatusNone) return otherwise;
    const BesideCaptures beside;
    made = &copies.on_current([&] { return MetricAcross(columns, static_cast<std::ptrdiff_t>(grid.columns), stream); });
  }
  return made->columns() == nullptr ? otherwise : made->columns();
}

}  // namespace stencil::cuda
