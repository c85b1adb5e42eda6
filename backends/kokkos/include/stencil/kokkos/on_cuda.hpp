// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/kokkos/policy.hpp>
#if defined(KOKKOS_ENABLE_CUDA)

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/column/column_memory.hpp>
#include <stencil/cuda/backend.hpp>
#include <stencil/kokkos/on_host.hpp>

/// Kokkos's CUDA space: the kernels of the CUDA backend, on Kokkos's stream and in Kokkos's memory.
namespace stencil::kokkos {

/// Reports work that is not launched by Kokkos to the profiling tools of Kokkos, from its construction to its
/// destruction.
class ProfilingRegion {
 public:
  ProfilingRegion(const std::string& label, const ::Kokkos::Cuda& space) {
    ::Kokkos::Tools::beginParallelFor(label, ::Kokkos::Tools::Experimental::device_id(space), &number_);
  }
  ProfilingRegion(const ProfilingRegion&) = delete;
  ProfilingRegion& operator=(const ProfilingRegion&) = delete;
  ~ProfilingRegion() { ::Kokkos::Tools::endParallelFor(number_); }

 private:
  std::uint64_t number_ = 0;
};

/// The members of backend::Kokkos<Kokkos::Cuda> that carry out assignments. They call those of backend::Cuda.
struct OnCuda : NothingToReserve {
  using Space = ::Kokkos::Cuda;
  using Kernels = backend::Cuda;
  using OnDevice = cuda::OnDevice;
  static int device_of(const void* memory) { return cuda::device_of(memory); }

  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    if constexpr (is_team_scratch<Strategy>) {
      cuda::require_device_functions(outputs);
      launch(outputs, instance<Space>(policy), policy.strategy);
    } else if constexpr (takes<Strategy>()) {
      reported_as_formula(outputs, policy, [&outputs](const auto& here) { Kernels::run(outputs, here); });
    }
  }
  template <class Outputs, class P>
  static void solve(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    if constexpr (goes_along_columns<Strategy>() && takes<Strategy>())
      reported_as_formula(outputs, policy, [&outputs](const auto& here) { Kernels::solve(outputs, here); });
  }
  template <class Outputs, class P>
  static void accumulate(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    if constexpr (goes_along_columns<Strategy>() && takes<Strategy>())
      reported_as_formula(outputs, policy, [&outputs](const auto& here) { Kernels::accumulate(outputs, here); });
  }
  template <class Job, class P>
  static void carry_out(const Job& job, const column_functions::Demands& demands, const P& policy) {
    reported("column function", policy, [&](const auto& here) { Kernels::carry_out(job, demands, here); });
  }
  template <class Out, class Arg, class From, class P>
  static void multiply(const Out& output, const Arg& arg, From at, const ColumnGridData& from,
                       const SharedDenseMatrix& matrix, detail::checks::Staging staging, const P& policy) {
    reported("dense operator", policy,
             [&](const auto& here) { Kernels::multiply(output, arg, at, from, matrix, staging, here); });
  }
  template <class T, class P>
  static void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted,
                           const ColumnMemory<int>& order, ColumnMemoryShape shape, bool descending, const P& policy) {
    reported("sorted columns", policy,
             [&](const auto& here) { Kernels::sort_columns(keys, sorted, order, shape, descending, here); });
  }
  template <class T, class P>
  static void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order,
                              const ColumnMemory<T>& to, ColumnMemoryShape shape, const P& policy) {
    reported("sorted columns", policy,
             [&](const auto& here) { Kernels::permute_columns(from, order, to, shape, here); });
  }
  template <class Task>
  static detail::binning::Tally count(const Task& task) {
    ::Kokkos::fence();
    return Kernels::count(task);
  }
  template <class T>
  static std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnMemoryShape shape,
                               const std::vector<std::ptrdiff_t>& ranks) {
    ::Kokkos::fence();
    return Kernels::ranked(values, shape, ranks);
  }

  template <class P>
  static void wait(const P& policy) {
    kokkos::wait<Space>(policy);
  }
  /// Temporary memory of one assignment, allocated and freed in the order of its stream.
  template <class P>
  static cuda::Temporary scratch(std::size_t bytes, const P& policy) {
    return Kernels::scratch(bytes, on_stream(instance<Space>(policy), policy));
  }
  /// Whether what scratch() throws says that there is no memory.
  static bool lacks_memory(const std::exception& error) { return Kernels::lacks_memory(error); }
  /// The sizes and the metric of a grid, as each_column passes them to its function.
  static const EvaluatedColumns& column_set(const ColumnGridData& grid) { return Kernels::column_set(grid); }
  /// f(columns, column) for every column of a grid.
  template <class F, class P>
  static void each_column(const ColumnGridData& grid, const F& f, const P& policy) {
    reported("each column", policy, [&](const auto& here) { Kernels::each_column(grid, f, here); });
  }
  /// f(i) for every i < count, which move `bytes` bytes in all.
  template <class F, class P>
  static void each(std::ptrdiff_t count, std::ptrdiff_t bytes, const F& f, const P& policy) {
    reported("each", policy, [&](const auto& here) { Kernels::each(count, bytes, f, here); });
  }
  static constexpr bool rows_side_by_side = Kernels::rows_side_by_side;
  /// Has all that was derived from the metric of a grid follow a change of it.
  template <class P>
  static void heights_changed(const ColumnGridData& grid, const P& policy) {
    reported("heights", policy, [&](const auto& here) { Kernels::heights_changed(grid, here); });
  }
  /// Values for each cell, by teams.
  template <class F, class P>
  static bool share_cells(const ColumnGridData& grid, const CellsToShare& share, const F& f, const P& policy) {
    bool done = false;
    reported("cells of columns", policy, [&](const auto& here) { done = Kernels::share_cells(grid, share, f, here); });
    return done;
  }

  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P& policy, Explanation& x) {
    if constexpr (is_team_scratch<std::remove_cvref_t<decltype(policy.strategy)>>) {
      kokkos::explain<Space>(outputs, policy.strategy, false, x);
    } else {
      Kernels::explain(outputs, policy, x);
    }
  }
  template <class Outputs, class P, class Explanation>
  static void explain_accumulation(const Outputs& outputs, const P& policy, Explanation& x) {
    Kernels::explain_accumulation(outputs, policy, x);
  }
  template <class Job, class P, class Explanation>
  static void describe_columns(const Job& job, const column_functions::Demands& demands, const P& policy,
                               Explanation& x) {
    Kernels::describe_columns(job, demands, policy, x);
  }
  template <class Job, class P, class Explanation>
  static void describe_parts(const Job& job, const column_functions::Demands& demands, const P& policy,
                             Explanation& x) {
    Kernels::describe_parts(job, demands, policy, x);
  }

 private:
  template <class Strategy>
  static constexpr bool takes() {
    constexpr bool on_device = !std::is_same_v<Strategy, Vectors>;
    static_assert(on_device, "stencil: kokkos::Vectors is for execution spaces on the host; leave the strategy out");
    return on_device;
  }
  /// The policy for backend::Cuda: on the stream of the instance.
  template <class P>
  static auto on_stream(const Space& space, const P& policy) {
    return policy.on(space.cuda_stream());
  }
  /// Calls f(policy for backend::Cuda) and reports it to the profiling tools under `label`.
  template <class P, class F>
  static void reported(const std::string& label, const P& policy, const F& f) {
    const Space space = instance<Space>(policy);
    const ProfilingRegion region(label, space);
    f(on_stream(space, policy));
  }
  /// The same with the formula as its label.
  template <class Outputs, class P, class F>
  static void reported_as_formula(const Outputs& outputs, const P& policy, const F& f) {
    static const std::string label = plan::formula_of_outputs(outputs, plan::Names::locations);
    reported(label, policy, f);
  }
};

}  // namespace stencil::kokkos

#endif
