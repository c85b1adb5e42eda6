// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/cuda/shared_memory.hpp>
#include <stencil/evaluate/check.hpp>
#include <stencil/evaluate/policy.hpp>

namespace stencil {

/// A policy that runs on a stream: assign(div, expr, on(stream)).
inline Policy<DefaultStrategy, NoMask, cudaStream_t> on(cudaStream_t stream) { return policy().on(stream); }

namespace cuda {

template <class Plan, bool Staged, class Outs>
std::size_t bytes_per_row() {
  using Arena = ArenaPlan<Plan, plan::Order::levels, Outs>;
  return Arena::tiles.bytes_per_row + (Staged ? Arena::stage_bytes : 0);
}

/// Pointwise, from memory to memory; no alias.
template <class Destination, class Source>
void copy_leaf(const Destination& to, const Source& from, const ColumnSet& columns, std::ptrdiff_t count,
               cudaStream_t stream) {
  auto outputs = make_outputs(Output<Destination, Source>{to, from, {}, {}});
  launch_blocks<plan::StoreNothing, false>(outputs, columns, count, shape_for(columns.levels, 0, 0), stream);
}

/// Evaluates with tiles where they fit, else by recomputation.
template <class Plan, class Outs>
void run_direct(Outs& outputs, const ColumnSet& columns, std::ptrdiff_t count, cudaStream_t stream) {
  const Shape shape = shape_for(columns.levels, bytes_per_row<Plan, false, Outs>(), shared_memory_limit());
  if (shape.fits) return launch_blocks<Plan, false>(outputs, columns, count, shape, stream);
  if constexpr (!std::is_same_v<Plan, plan::StoreNothing>) {
    launch_blocks<plan::StoreNothing, false>(outputs, columns, count, shape_for(columns.levels, 0, 0), stream);
  }
}

/// Evaluates into stand-ins and copies them home, all on one stream.
template <class Plan, class First, class... Rest, class Evaluate>
void through_device_stand_ins(const Outputs<First, Rest...>& outputs, const ColumnSet& columns, std::ptrdiff_t count,
                              cudaStream_t stream, const Evaluate& evaluate) {
  using T = typename First::value_type;
  using Stand = Leaf<T, typename First::location, layout::LevelsContiguous, DeviceSpace>;
  const auto& home = outputs.first.destination;
  void* memory = nullptr;
  require(cudaMallocAsync(&memory, sizeof(T) * static_cast<std::size_t>(home.rows()) * static_cast<std::size_t>(count),
                          stream),
          "memory for results that wait");
  const Stand stand{static_cast<T*>(memory), layout::LevelsContiguous::dense(home.rows(), 0), home.grid, home.name};
  copy_leaf(stand, home, columns, count, stream);
  const Output<Stand, typename First::expression_type, decltype(First::mask)> redirected{
      stand, outputs.first.expression, outputs.first.mask, {}};
  if constexpr (sizeof...(Rest) == 0) {
    evaluate(redirected);
  } else {
    through_device_stand_ins<Plan>(outputs.rest, columns, count, stream,
                                   [&](const auto&... others) { evaluate(redirected, others...); });
  }
  copy_leaf(home, stand, columns, count, stream);
  require(cudaFreeAsync(memory, stream), "memory for results that wait");
}

template <class Plan, class Outs>
void launch(Outs& outputs, cudaStream_t stream) {
  checks::check<Plan>(outputs);
  const GridData& grid = *outputs.first.destination.grid;
  const ColumnSet& columns = device_metric(grid).columns();
  const auto count = static_cast<std::ptrdiff_t>(grid.columns);
  const checks::Staging staging = checks::staging<Plan>(outputs);
  if (staging == checks::Staging::none) return run_direct<Plan>(outputs, columns, count, stream);
  if (staging == checks::Staging::column) {
    const Shape shape = shape_for(columns.levels, bytes_per_row<Plan, true, Outs>(), shared_memory_limit());
    if (shape.fits) return launch_blocks<Plan, true>(outputs, columns, count, shape, stream);
  }
  through_device_stand_ins<Plan>(outputs, columns, count, stream, [&](const auto&... redirected) {
    auto all = make_outputs(redirected...);
    run_direct<Plan>(all, columns, count, stream);
  });
}

template <class Strategy>
struct PlanOf {
  using type = typename Strategy::plan_type;
};
template <>
struct PlanOf<DefaultStrategy> : PlanOf<SharedMemory> {};

}  // namespace cuda

namespace backend {

/// Fields in device memory, evaluated by one kernel per assignment.
struct Cuda {
  static constexpr const char* name = "Cuda";
  using space = DeviceSpace;
  static constexpr bool host_accessible = false;

  template <class T>
  static Buffer<T> allocate(std::size_t count) {
    return cuda::allocate<T>(count);
  }
  static void prepare(const GridData& grid) { cuda::device_metric(grid); }
  template <class T>
  static void copy_to_host(T* host, const T* memory, std::size_t count) {
    cuda::require(cudaMemcpy(host, memory, count * sizeof(T), cudaMemcpyDeviceToHost), "copy of a field to the host");
  }
  template <class T>
  static void copy_from_host(T* memory, const T* host, std::size_t count) {
    cuda::require(cudaMemcpy(memory, host, count * sizeof(T), cudaMemcpyHostToDevice), "copy of a field to the device");
  }
  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    cudaStream_t stream = nullptr;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, cudaStream_t>) stream = policy.queue;
    cuda::launch<typename cuda::PlanOf<std::remove_cvref_t<decltype(policy.strategy)>>::type>(outputs, stream);
  }
};

}  // namespace backend

}  // namespace stencil
