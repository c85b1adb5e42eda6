// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/kokkos/memory.hpp>

namespace stencil::kokkos {

/// A copy of a grid's metric in the memory of an execution space, in float64 and float32, levels contiguous.
template <class ExecutionSpace>
class Metric {
 public:
  explicit Metric(const ColumnGridData& grid)
      : set_{grid.levels, grid.periodic, grid.per_column, upload<double>(grid), upload<float>(grid)} {}
  const EvaluatedColumns& columns() const { return set_; }

 private:
  template <class Real>
  MetricView<Real> upload(const ColumnGridData& grid) {
    MetricView<Real> view = grid.template unchecked_view<Real>();
    const auto rows = [&](int levels) { return static_cast<std::size_t>(levels) * grid.sets(); };
    for (auto [at, count] :
         {std::pair{&view.center, rows(grid.levels)}, std::pair{&view.face, rows(grid.levels + 1)}}) {
      for (const Real** values : {&at->z, &at->dz, &at->inverse_dz}) {
        auto memory = allocate<char, ExecutionSpace>(count * sizeof(Real));
        auto* there = reinterpret_cast<Real*>(memory.get());
        copy<typename ExecutionSpace::memory_space, ::Kokkos::HostSpace>(there, *values, count);
        *values = there;
        memory_.push_back(std::move(memory));
      }
    }
    return view;
  }

  std::vector<ValueBuffer<char>> memory_;
  EvaluatedColumns set_;
};

/// The sizes and the metric of a grid in an execution space. Outside the host's memory the metric is copied at the
/// first call for a grid. On CUDA it is the copy of the CUDA backend, which is padded because its kernels read beyond
/// the ends.
template <class ExecutionSpace>
EvaluatedColumns make_columns_of(const ColumnGridData& grid) {
  if constexpr (on_host<typename ExecutionSpace::memory_space>) {
    return {grid.levels, grid.periodic, grid.per_column, grid.unchecked_view<double>(), grid.unchecked_view<float>()};
#if defined(KOKKOS_ENABLE_CUDA)
  } else if constexpr (on_cuda<ExecutionSpace>) {
    const cuda::OnDevice there(ExecutionSpace().cuda_device());
    return cuda::make_device_metric(grid).columns();
#endif
  } else {
    using Made = Metric<ExecutionSpace>;
    return grid.copy<Made>([&grid] { return Made(grid); }).columns();
  }
}
/// The same for a kernel. Throws GridError if the grid's heights were last set in another memory.
template <class ExecutionSpace>
EvaluatedColumns columns_of(const ColumnGridData& grid) {
  const EvaluatedColumns columns = make_columns_of<ExecutionSpace>(grid);
  grid.require_heights_in(columns.metric_double.face.z);
  return columns;
}

}  // namespace stencil::kokkos
