// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <exception>
#include <type_traits>
#include <vector>

#include <stencil/assign/check.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/column/global.hpp>
#include <stencil/cuda/accumulate.hpp>
#include <stencil/cuda/arena.hpp>
#include <stencil/cuda/columnwise.hpp>
#include <stencil/cuda/dense.hpp>
#include <stencil/cuda/describe_columns.hpp>
#include <stencil/cuda/each_column.hpp>
#include <stencil/cuda/metric_across.hpp>
#include <stencil/cuda/permute.hpp>
#include <stencil/cuda/share_cells.hpp>
#include <stencil/cuda/solve.hpp>
#include <stencil/cuda/statistics.hpp>
#include <stencil/cuda/strategies.hpp>
#include <stencil/cuda/user_functions.hpp>
#include <stencil/inspect/explain.hpp>

namespace stencil {

/// A policy that runs on a stream: assign(div, expr, on(stream)).
inline AssignmentPolicy<DefaultStrategy, NoMask, cudaStream_t> on(cudaStream_t stream) { return policy().on(stream); }

namespace backend {

/// Fields in device memory, evaluated by one kernel per assignment.
struct Cuda : NothingToReserve {
  static constexpr const char* name = "Cuda";
  using space = DeviceSpace;
  static constexpr bool host_accessible = false;

  /// Makes a device the current one for a scope: each assignment that of its fields.
  using OnDevice = cuda::OnDevice;
  static int device_of(const void* memory) { return cuda::device_of(memory); }
  template <class T>
  static ValueBuffer<T> allocate(std::size_t count) {
    return cuda::allocate<T>(count);
  }
  /// For a field whose values are all written next, by an assignment without a stream.
  template <class T>
  static ValueBuffer<T> allocate_unwritten(std::size_t count) {
    return cuda::allocate<T>(count, false);
  }
  static void prepare(const ColumnGridData& grid) { cuda::make_device_metric(grid); }
  template <class T>
  static void copy_to_host(T* host, const T* memory, std::size_t count) {
    const OnDevice there(device_of(memory));
    cuda::require(cudaMemcpy(host, memory, count * sizeof(T), cudaMemcpyDeviceToHost), "copy of a field to the host");
  }
  template <class T>
  static void copy_from_host(T* memory, const T* host, std::size_t count) {
    const OnDevice there(device_of(memory));
    cuda::copy_to_device(memory, host, count * sizeof(T), "copy of a field to the device");
  }
  /// Returns when all assignments on the policy's stream have been carried out, or, without a stream, those on the
  /// default stream of the current device and on streams that wait for it.
  template <class P>
  static void wait(const P& policy) {
    cuda::require(cudaStreamSynchronize(stream_of(policy)), "waiting for a stream");
  }
  /// f(columns, column) for every column of a grid, a thread for each.
  template <class F, class P>
  static void each_column(const ColumnGridData& grid, const F& f, const P& policy) {
    cuda::each_column(grid, f, stream_of(policy));
  }
  /// f(i) for every i < count, a thread for each.
  template <class F, class P>
  static void each(std::ptrdiff_t count, std::ptrdiff_t, const F& f, const P& policy) {
    cuda::each(count, f, stream_of(policy));
  }
  static constexpr bool rows_side_by_side = true;
  /// Has all that was derived from the metric of a grid follow a change of it.
  template <class P>
  static void heights_changed(const ColumnGridData& grid, const P& policy) {
    cuda::heights_changed(grid, stream_of(policy));
  }
  template <class F, class P>
  static bool share_cells(const ColumnGridData& grid, const CellsToShare& share, const F& f, const P& policy) {
    return cuda::share_cells(grid, share, f, stream_of(policy));
  }
  /// Memory for one assignment, on its stream.
  template <class P>
  static cuda::Temporary scratch(std::size_t bytes, const P& policy) {
    return cuda::Temporary(bytes, stream_of(policy));
  }
  /// Whether what scratch() throws says that there is no memory.
  static bool lacks_memory(const std::exception& error) { return cuda::lacks_memory(error); }
  template <class T, class P>
  static void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted,
                           const ColumnMemory<int>& order, ColumnMemoryShape shape, bool descending, const P& policy) {
    constexpr bool known = requires { sizeof(cuda::ColumnSorter<T>); };
    static_assert(
        known,
        "stencil: sorting columns on a device needs #include <stencil/cuda/sort.hpp> in this .cu file; it is "
        "apart because CUB brings a namespace ::cuda, beside which a file cannot say using namespace stencil");
    if constexpr (known) {
      cuda::ColumnSorter<T>::run({keys, {}, sorted, order, shape, descending}, stream_of(policy));
    }
  }
  template <class T, class P>
  static void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order,
                              const ColumnMemory<T>& to, ColumnMemoryShape shape, const P& policy) {
    cuda::permute_columns(from, order, to, shape, stream_of(policy));
  }
  /// Counts values in bins; waits.
  template <class Task>
  static detail::binning::Tally count(const Task& task) {
    return cuda::count(task);
  }
  /// Of the values of all columns at a row those of some places when they are sorted, result[row * ranks.size() + i].
  template <class T>
  static std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnMemoryShape shape,
                               const std::vector<std::ptrdiff_t>& ranks) {
    return cuda::ranked(values, shape, ranks);
  }

  /// What each_column hands its function, for another grid.
  static const EvaluatedColumns& column_set(const ColumnGridData& grid) { return cuda::device_metric(grid).columns(); }
  template <class Out, class Arg, class From, class P>
  static void multiply(const Out& output, const Arg& arg, From at, const ColumnGridData& from,
                       const SharedDenseMatrix& matrix, detail::checks::Staging staging, const P& policy) {
    cuda::require_device_functions<typename Out::expression_type, Arg>();
    cuda::multiply(output, arg, at, from, matrix, staging, stream_of(policy));
  }
  template <class Job, class P>
  static void carry_out(const Job& job, const column_functions::Demands& demands, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    if constexpr (std::is_same_v<Strategy, cuda::SharedMemory>) {
      cuda::carry_out_by_tiles(job, demands, stream_of(policy));
    } else if constexpr (std::is_same_v<Strategy, cuda::ColumnPerThread> ||
                         std::is_same_v<Strategy, cuda::ColumnPieces>) {
      cuda::carry_out_along_columns(job, demands, policy.strategy, stream_of(policy));
    } else {
      constexpr bool rings = std::is_same_v<Strategy, cuda::AroundRings>;
      cuda::refuse_spills<cuda::asked_rows<Strategy>, rings>(job, demands);
      cuda::carry_out<cuda::asked_rows<Strategy>, rings>(job, demands, stream_of(policy));
    }
  }
  template <bool Known = true, class Job, class P, class Explanation>
  static void describe_columns(const Job& job, const column_functions::Demands& demands, const P& policy,
                               Explanation& x) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    if constexpr (std::is_same_v<Strategy, cuda::SharedMemory>) {
      cuda::describe_tiles(job, demands, x);
    } else if constexpr (std::is_same_v<Strategy, cuda::ColumnPerThread>) {
      x.mapping.strategy = Strategy::name;
      if (!cuda::describe_sweeps<true>(job, demands, true, x)) throw Error(column_functions::cannot_sweep);
    } else if constexpr (std::is_same_v<Strategy, cuda::ColumnPieces>) {
      x.mapping.strategy = Strategy::name;
      if (!cuda::describe_pieces(job, demands, &policy.strategy, x)) throw Error(column_functions::cannot_cut);
    } else {
      constexpr bool rings = std::is_same_v<Strategy, cuda::AroundRings>;
      cuda::describe_columns<cuda::asked_rows<Strategy>, rings, Known>(job, demands, x);
    }
  }
  /// Of active levels, whose kernel is another one.
  template <class Job, class P, class Explanation>
  static void describe_parts(const Job& job, const column_functions::Demands& demands, const P& policy,
                             Explanation& x) {
    describe_columns<false>(job, demands, policy, x);
  }
  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    cuda::require_device_functions(outputs);
    using Asked = std::remove_cvref_t<decltype(policy.strategy)>;
    cuda::launch_expression<typename cuda::Chosen<Asked, Outputs>::type>(outputs, stream_of(policy));
  }
  /// Solves a system in every column.
  template <class Outputs, class P>
  static void solve(Outputs& outputs, const P& policy) {
    cuda::require_device_functions(outputs);
    cuda::launch_solve<std::remove_cvref_t<decltype(policy.strategy)>>(outputs, stream_of(policy));
  }
  /// Computes running values, in one way whatever the strategy.
  template <class Outputs, class P>
  static void accumulate(Outputs& outputs, const P& policy) {
    cuda::require_device_functions(outputs);
    cuda::launch_accumulation(outputs, stream_of(policy));
  }
  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P&, Explanation& x) {
    cuda::explain<std::remove_cv_t<decltype(P::strategy)>>(outputs, x);
  }
  template <class Outputs, class P, class Explanation>
  static void explain_accumulation(const Outputs& outputs, const P&, Explanation& x) {
    cuda::explain_accumulation(outputs, x);
  }

 private:
  template <class P>
  static cudaStream_t stream_of(const P& policy) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, cudaStream_t>) {
      return policy.queue;
    } else {
      return nullptr;
    }
  }
};

}  // namespace backend

template <>
struct BackendOf<DeviceSpace> {
  using type = backend::Cuda;
};

}  // namespace stencil
