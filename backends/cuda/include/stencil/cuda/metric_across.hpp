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

/// An array of a metric, a column's rows beside each other, and what is written of it with neighbouring columns beside
/// each other.
struct TurnedArray {
  const double* from;
  double* values;
  float* values_float;
  double* inverse;  ///< null: is not written
  float* inverse_float;
  int rows;
};
struct TurnedMetric {
  static constexpr unsigned count = 4;
  TurnedArray arrays[count];
};

inline constexpr int columns_of_metric_tile = 64, rows_of_metric_tile = 72;  ///< rows: at most
inline constexpr unsigned threads_of_metric_tile = 256;

/// Tiles of arrays, one array each, go through shared memory, so that memory is read and written in order. Tiles above
/// each other follow each other, since they share sectors of what they read.
template <class Metric>
__global__ void __launch_bounds__(threads_of_metric_tile)
    put_side_by_side(const __grid_constant__ Metric metric, std::ptrdiff_t columns, int tiles, int tile_rows) {
  constexpr int tile_columns = columns_of_metric_tile;
  extern __shared__ double tile[];
  const TurnedArray& array = metric.arrays[blockIdx.y];
  const auto me = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  const std::ptrdiff_t first_column = static_cast<std::ptrdiff_t>(blockIdx.x) / tiles * tile_columns;
  const int first_row = static_cast<int>(blockIdx.x) % tiles * tile_rows;
  const int rows = stencil::min(tile_rows, array.rows - first_row);
  const auto wide = static_cast<int>(stencil::min<std::ptrdiff_t>(tile_columns, columns - first_column));
  const int pitch = tile_rows | 1;  // odd, so that neighbouring columns are in different banks
  for (int i = me; i < rows * wide; i += threads) {
    const int column = i / rows, row = i % rows;
    tile[column * pitch + row] = array.from[(first_column + column) * array.rows + first_row + row];
  }
  __syncthreads();
  for (int i = me; i < rows * tile_columns; i += threads) {
    const int column = i % tile_columns, row = i / tile_columns;
    if (column >= wide) continue;
    const double value = tile[column * pitch + row];
    const std::ptrdiff_t place = (first_row + row) * columns + first_column + column;
    array.values[place] = value;
    array.values_float[place] = static_cast<float>(value);
    if (array.inverse == nullptr) continue;
    array.inverse[place] = 1.0 / value;
    array.inverse_float[place] = static_cast<float>(1.0 / value);
  }
}

/// A copy of a device's metric in which neighbouring columns lie side by side, or none where memory does not suffice.
class MetricAcross {
 public:
  /// None, for as long as the grid lives.
  MetricAcross() = default;
  MetricAcross(const ColumnGridData& grid, const EvaluatedColumns& columns, cudaStream_t stream) : set_(columns) {
    try {
      allocate_arrays(set_.metric_double, grid);
      allocate_arrays(set_.metric_float, grid);
      made_ = true;
      renew(grid, columns, stream);
      require(cudaStreamSynchronize(stream), "the order of a grid's heights");
    } catch (const std::exception& error) {
      if (!lacks_memory(error)) throw;
      made_ = false;
      memory_.clear();
    }
  }
  const EvaluatedColumns* columns() const { return made_ ? &set_ : nullptr; }
  /// Has it follow the metric that the device has now, on a stream.
  void renew(const ColumnGridData& grid, const EvaluatedColumns& columns, cudaStream_t stream) const {
    if (!made_) return;
    constexpr int most_rows = rows_of_metric_tile, tile_columns = columns_of_metric_tile;
    const MetricView<double>&from = columns.metric_double, &to = set_.metric_double;
    const MetricView<float>& to_float = set_.metric_float;
    const auto values = [](const auto& part, const auto& turned, const auto& turned_float, int rows) {
      return TurnedArray{part.z, writable(turned.z), writable(turned_float.z), nullptr, nullptr, rows};
    };
    const auto spacings = [](const auto& part, const auto& turned, const auto& turned_float, int rows) {
      return TurnedArray{part.dz,
                         writable(turned.dz),
                         writable(turned_float.dz),
                         writable(turned.inverse_dz),
                         writable(turned_float.inverse_dz),
                         rows};
    };
    const int n = grid.levels;
    const TurnedMetric metric{
        {values(from.center, to.center, to_float.center, n), spacings(from.center, to.center, to_float.center, n),
         values(from.face, to.face, to_float.face, n + 1), spacings(from.face, to.face, to_float.face, n + 1)}};
    const int tiles = (n + most_rows) / most_rows, tile_rows = (n + tiles) / tiles;
    const auto blocks =
        static_cast<unsigned>((grid.columns + tile_columns - 1) / tile_columns) * static_cast<unsigned>(tiles);
    const std::size_t bytes = sizeof(double) * tile_columns * static_cast<std::size_t>(tile_rows | 1);
    require(launch_kernel(put_side_by_side<TurnedMetric>,
                          {dim3(blocks, TurnedMetric::count), threads_of_metric_tile, bytes, stream}, metric,
                          static_cast<std::ptrdiff_t>(grid.columns), tiles, tile_rows),
            "the order of a grid's heights");
  }

 private:
  template <class Real>
  static Real* writable(const Real* values) {
    return const_cast<Real*>(values);
  }
  template <class Real>
  void allocate_arrays(MetricView<Real>& view, const ColumnGridData& grid) {
    constexpr auto beyond = static_cast<std::size_t>(column_functions::HeightsSideBySide::rows_beyond);
    view.each_array(grid.levels, [&](const Real*& values, int rows) {
      auto memory = cuda::allocate<char>((static_cast<std::size_t>(rows) + 2 * beyond) * grid.columns * sizeof(Real));
      values = reinterpret_cast<const Real*>(memory.get()) + beyond * grid.columns;
      memory_.push_back(std::move(memory));
    });
    view.center.column_stride = view.face.column_stride = 1;
    view.level_stride = static_cast<std::ptrdiff_t>(grid.columns);
  }

  std::vector<ValueBuffer<char>> memory_;
  EvaluatedColumns set_;
  bool made_ = false;
};

/// Those of a grid on each device.
inline const PerDevice<MetricAcross>& metrics_across(const ColumnGridData& grid) {
  return grid.copy<PerDevice<MetricAcross>>([] { return PerDevice<MetricAcross>(); });
}

/// Whether what is launched on a stream is kept for later, or may be, where another stream captures what this one does.
inline bool captures(cudaStream_t stream) {
  auto status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess) return status != cudaStreamCaptureStatusNone;
  static_cast<void>(cudaGetLastError());
  return true;
}

/// Has the copy of a grid's metric follow heights that were set on a stream. A graph that is captured before there is a
/// copy would change heights behind its back: then there will be none.
inline void heights_changed(const ColumnGridData& grid, cudaStream_t stream) {
  const auto& copies = metrics_across(grid);
  if (const MetricAcross* made = copies.made_on_current()) {
    made->renew(grid, device_metric(grid).columns(), stream);
  } else if (captures(stream)) {
    copies.on_current([] { return MetricAcross(); });
  }
}

/// The columns of a grid for threads that take one each, whose results may be `behind` turns behind: with a copy that
/// is made at the first call, if they read heights that columns have of their own. Null where there can be none, unless
/// threads were asked for.
inline const EvaluatedColumns* side_by_side(const ColumnGridData& grid, const EvaluatedColumns& columns,
                                            bool reads_heights, int behind, bool asked, cudaStream_t stream) {
  if (!reads_heights || !grid.per_column) return &columns;
  const EvaluatedColumns* const otherwise = asked ? &columns : nullptr;
  if (!column_functions::HeightsSideBySide::suit(grid, behind)) return otherwise;
  const auto& copies = metrics_across(grid);
  const MetricAcross* made = copies.made_on_current();
  if (made == nullptr) {
    if (captures(stream)) return otherwise;
    const BesideCaptures beside;
    made = &copies.on_current([&] { return MetricAcross(grid, columns, stream); });
  }
  return made->columns() == nullptr ? otherwise : made->columns();
}

}  // namespace stencil::cuda
