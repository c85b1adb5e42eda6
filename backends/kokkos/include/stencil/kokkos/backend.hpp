// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <stencil/cpu/accumulate.hpp>
#include <stencil/cpu/columnwise.hpp>
#include <stencil/cpu/dense.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/solve.hpp>
#include <stencil/cpu/sort.hpp>
#include <stencil/cpu/statistics.hpp>
#include <stencil/evaluate/policy.hpp>
#include <stencil/kokkos/team_scratch.hpp>

namespace stencil {

/// A policy that runs on an instance of a Kokkos execution space: assign(div, expr, on(space)).
template <class ExecutionSpace>
  requires(::Kokkos::is_execution_space<ExecutionSpace>::value)
Policy<DefaultStrategy, NoMask, ExecutionSpace> on(const ExecutionSpace& space) {
  return policy().on(space);
}

namespace kokkos {

/// Strategy of host execution spaces, their default: each thread takes blocks of columns and evaluates them in vectors,
/// as backend::Cpu does.
struct Vectors {
  static constexpr const char* name = "kokkos::Vectors";
};

template <class Strategy>
inline constexpr bool is_team_scratch = false;
template <class Plan>
inline constexpr bool is_team_scratch<TeamScratch<Plan>> = true;

/// The strategy that serves, given the one asked for.
template <class Asked, bool Host>
struct Chosen {
  static_assert(std::is_same_v<Asked, DefaultStrategy> || std::is_same_v<Asked, Vectors> || is_team_scratch<Asked>,
                "stencil: backend::Kokkos takes kokkos::TeamScratch, kokkos::Vectors or no strategy");
  static_assert(Host || !std::is_same_v<Asked, Vectors>,
                "stencil: kokkos::Vectors is for execution spaces on the host; leave the strategy out");
  using type = std::conditional_t<is_team_scratch<Asked>, Asked, std::conditional_t<Host, Vectors, TeamScratch<>>>;
};

/// Deals blocks of columns to the threads of an execution space.
template <class ExecutionSpace>
struct Deal {
  const ExecutionSpace& space;
  const std::string& label;

  int threads() const { return static_cast<int>(space.concurrency()); }
  template <class F>
  void operator()(std::ptrdiff_t count, std::ptrdiff_t bytes, std::size_t scratch_bytes, const F& f) const {
    for_chunks(space, label, count, bytes, [&f, scratch_bytes](std::ptrdiff_t first, std::ptrdiff_t last) {
      f(first, last, scratch_bytes > 0 ? cpu::scratch(scratch_bytes) : nullptr);
    });
  }
};

template <class ExecutionSpace, class Outs>
void launch(Outs& outputs, const ExecutionSpace& space, const Vectors&) {
  static const std::string label = plan::formula_of_outputs(outputs, plan::Names::locations);
  cpu::launch<plan::StoreCostly>(outputs, Deal<ExecutionSpace>{space, label});
}

}  // namespace kokkos

namespace backend {

/// Fields in the memory of a Kokkos execution space, evaluated there. Kokkos::initialize() comes before the first
/// field.
template <class ExecutionSpace = ::Kokkos::DefaultExecutionSpace>
struct Kokkos : NothingToReserve {
  static_assert(::Kokkos::is_execution_space<ExecutionSpace>::value,
                "stencil: backend::Kokkos takes an execution space, for example Kokkos::DefaultExecutionSpace");
  static constexpr const char* name = "Kokkos";
  using execution_space = ExecutionSpace;
  using memory_space = typename ExecutionSpace::memory_space;
  using space = kokkos::SpaceOf<memory_space>;
  static constexpr bool on_host = kokkos::on_host<memory_space>;
  static constexpr bool host_accessible = ::Kokkos::SpaceAccessibility<::Kokkos::HostSpace, memory_space>::accessible;

  template <class T>
  static Buffer<T> allocate(std::size_t count) {
    return kokkos::allocate<T, ExecutionSpace>(count);
  }
  static void prepare(const GridData& grid) { static_cast<void>(kokkos::make_columns_of<ExecutionSpace>(grid)); }
  template <class T>
  static void copy_to_host(T* host, const T* memory, std::size_t count) {
    if constexpr (on_host) {
      kokkos::copy_on_host(host, memory, count);
    } else {
      kokkos::copy<::Kokkos::HostSpace, memory_space>(host, memory, count);
    }
  }
  template <class T>
  static void copy_from_host(T* memory, const T* host, std::size_t count) {
    if constexpr (on_host) {
      kokkos::copy_on_host(memory, host, count);
    } else {
      kokkos::copy<memory_space, ::Kokkos::HostSpace>(memory, host, count);
    }
  }

  /// What each_column passes to its function, for another grid.
  static ColumnSet column_set(const GridData& grid) { return kokkos::columns_of<ExecutionSpace>(grid); }
  template <class Out, class Arg, class From, class P>
  static void multiply(const Out& output, const Arg& arg, From at, const GridData& from, const DenseMatrix& matrix,
                       checks::Staging staging, const P& policy) {
    static_assert(on_host, "stencil: dense operators through Kokkos run on host execution spaces only");
    ExecutionSpace space;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, ExecutionSpace>) space = policy.queue;
    static const std::string label = "dense operator";
    cpu::multiply(output, arg, at, from, matrix, staging, kokkos::Deal<ExecutionSpace>{space, label});
  }

  /// Carries out a column function.
  template <class Job, class P>
  static void carry_out(const Job& job, const column_functions::Demands& demands, const P& policy) {
    static_assert(on_host, "stencil: column functions through Kokkos run on host execution spaces only");
    ExecutionSpace space;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, ExecutionSpace>) space = policy.queue;
    static const std::string label = "column function";
    if constexpr (on_host) {
      cpu::carry_out(
          job, demands, [&](std::size_t bytes) { return scratch(bytes, policy); },
          kokkos::Deal<ExecutionSpace>{space, label});
    }
  }
  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    using Queue = std::remove_cvref_t<decltype(policy.queue)>;
    static_assert(std::is_same_v<Queue, NoQueue> || std::is_same_v<Queue, ExecutionSpace>,
                  "stencil: backend::Kokkos runs on an instance of its own execution space; give on(...) one");
    using First = typename Outputs::first_type::expression_type;
    if constexpr (is_solve<First> || IsAccumulation<First>) {
      static_assert(on_host, "stencil: solve and column_accumulate through Kokkos run on host execution spaces only");
      if constexpr (is_solve<First>) cpu::launch_solve(outputs);
      if constexpr (IsAccumulation<First>) cpu::launch_accumulation<plan::StoreCostly>(outputs);
    } else {
      evaluate(outputs, policy);
    }
  }
  /// Returns when all assignments on the policy's instance of the space have been carried out.
  template <class P>
  static void wait(const P& policy) {
    ExecutionSpace space;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, ExecutionSpace>) space = policy.queue;
    space.fence();
  }
  template <class P>
  static kokkos::Temporary<ExecutionSpace> scratch(std::size_t bytes, const P&) {
    return kokkos::Temporary<ExecutionSpace>(bytes, ExecutionSpace());
  }
  template <class T, class P>
  static void sort_columns(const ColumnMemory<const T>& keys, const ColumnMemory<T>& sorted,
                           const ColumnMemory<int>& order, ColumnShape shape, bool descending, const P&) {
    static_assert(on_host, "stencil: column_sort through Kokkos runs on host execution spaces only");
    cpu::sort_columns(keys, sorted, order, shape, descending);
  }
  template <class T, class P>
  static void permute_columns(const ColumnMemory<const T>& from, const ColumnMemory<const int>& order,
                              const ColumnMemory<T>& to, ColumnShape shape, const P&) {
    if constexpr (on_host) cpu::permute_columns(from, order, to, shape);
  }
  /// Counts values in bins; waits.
  template <class Task>
  static binning::Tally count(const Task& task) {
    static_assert(on_host, "stencil: histograms and quantiles through Kokkos run on host execution spaces only");
    ::Kokkos::fence();
    return cpu::count(task);
  }
  /// Of the values of all columns at a row those of some places when they are sorted, result[row * ranks.size() + i].
  template <class T>
  static std::vector<T> ranked(const ColumnMemory<const T>& values, ColumnShape shape,
                               const std::vector<std::ptrdiff_t>& ranks) {
    static_assert(on_host, "stencil: histograms and quantiles through Kokkos run on host execution spaces only");
    ::Kokkos::fence();
    return cpu::ranked(values, shape, ranks);
  }
  /// f(columns, column) for every column of a grid.
  template <class F, class P>
  static void each_column(const GridData& grid, const F& f, const P& policy) {
    ExecutionSpace space;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, ExecutionSpace>) space = policy.queue;
    const ColumnSet columns = kokkos::columns_of<ExecutionSpace>(grid);
    ::Kokkos::parallel_for(
        "each column", ::Kokkos::RangePolicy<ExecutionSpace>(space, 0, grid.columns),
        KOKKOS_LAMBDA(std::ptrdiff_t column) { f(columns, column); });
  }
  /// f(columns, column, row) for so many rows of every column; on a device, neighbouring threads have neighbouring
  /// rows.
  static constexpr bool rows_side_by_side = !on_host;
  template <class F, class P>
  static void each_row(const GridData& grid, int rows, const F& f, const P& policy) {
    ExecutionSpace space;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, ExecutionSpace>) space = policy.queue;
    const ColumnSet columns = kokkos::columns_of<ExecutionSpace>(grid);
    const auto count = static_cast<std::ptrdiff_t>(grid.columns) * rows;
    ::Kokkos::parallel_for(
        "each row", ::Kokkos::RangePolicy<ExecutionSpace>(space, 0, count),
        KOKKOS_LAMBDA(std::ptrdiff_t i) { f(columns, i / rows, static_cast<int>(i % rows)); });
  }

 private:
  template <class Outputs, class P>
  static void evaluate(Outputs& outputs, const P& policy) {
    using Queue = std::remove_cvref_t<decltype(policy.queue)>;
    using Asked = std::remove_cvref_t<decltype(policy.strategy)>;
    using Used = typename kokkos::Chosen<Asked, on_host>::type;
    Used strategy{};
    if constexpr (std::is_same_v<Used, Asked>) strategy = policy.strategy;
    if constexpr (std::is_same_v<Queue, ExecutionSpace>) {
      kokkos::launch(outputs, policy.queue, strategy);
    } else {
      kokkos::launch(outputs, ExecutionSpace(), strategy);
    }
  }

 public:
  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P& policy, Explanation& x) {
    using Asked = std::remove_cvref_t<decltype(policy.strategy)>;
    using Used = typename kokkos::Chosen<Asked, on_host>::type;
    constexpr bool chosen = std::is_same_v<Asked, DefaultStrategy>;
    if constexpr (std::is_same_v<Used, kokkos::Vectors>) {
      cpu::explain<DefaultStrategy>(outputs, x);
      x.mapping.strategy = std::string(Used::name) + ", as " + x.mapping.strategy;
    } else if constexpr (chosen) {
      kokkos::explain<ExecutionSpace>(outputs, Used{}, chosen, x);
    } else {
      kokkos::explain<ExecutionSpace>(outputs, policy.strategy, chosen, x);
    }
  }
  template <class Outputs, class P, class Explanation>
  static void explain_accumulation(const Outputs& outputs, const P&, Explanation& x) {
    if constexpr (on_host) cpu::explain_accumulation<plan::StoreCostly>(outputs, x);
  }
};

}  // namespace backend

}  // namespace stencil
