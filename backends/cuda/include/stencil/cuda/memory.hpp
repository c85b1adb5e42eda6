// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/config.hpp>
#include <stencil/cuda/resource.hpp>
#include <stencil/expression/concepts.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/padded_metric.hpp>

namespace stencil {

/// Memory of a CUDA device.
struct DeviceSpace {
  static constexpr const char* name = "device";
};

}  // namespace stencil

namespace stencil::cuda {

/// The metric of a grid on the device, in both precisions, levels contiguous.
class DeviceMetric {
 public:
  STENCIL_SELDOM explicit DeviceMetric(const ColumnGridData& grid) {
    set_ = {grid.levels, grid.periodic, grid.per_column, upload<double>(grid), upload<float>(grid)};
  }
  const EvaluatedColumns& columns() const { return set_; }

 private:
  template <class Real>
  STENCIL_SELDOM MetricView<Real> upload(const ColumnGridData& grid) {
    const PaddedMetric<Real> padded(grid);
    constexpr std::size_t padding = PaddedMetric<Real>::padding;
    MetricView<Real> view = padded.view();
    view.each_array(grid.levels, [&](const Real*& values, int rows) {
      const std::size_t count = static_cast<std::size_t>(rows) * grid.sets() + 2 * padding;
      values = static_cast<const Real*>(upload(values - padding, count * sizeof(Real))) + padding;
    });
    return view;
  }
  STENCIL_SELDOM const void* upload(const void* host, std::size_t bytes) {
    auto memory = allocate<char>(bytes);
    copy_to_device(memory.get(), host, bytes, "copy of a grid to the device");
    const void* const device = memory.get();
    memory_.push_back(std::move(memory));
    return device;
  }

  std::vector<ValueBuffer<char>> memory_;
  EvaluatedColumns set_;
};

/// The metric of a grid on each device that has fields on it. Made once for a grid and a device, by the first field on
/// it there.
inline const DeviceMetric& make_device_metric(const ColumnGridData& grid) {
  using OfDevices = PerDevice<DeviceMetric>;
  return grid.copy<OfDevices>([] { return OfDevices(); }).on_current([&grid] { return DeviceMetric(grid); });
}
/// For kernels. GridError where the heights of the grid were last set elsewhere.
inline const DeviceMetric& device_metric(const ColumnGridData& grid) {
  const DeviceMetric& metric = make_device_metric(grid);
  grid.require_heights_in(metric.columns().metric_double.face.z);
  return metric;
}

}  // namespace stencil::cuda
