// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/cpu/accumulate.hpp>
#include <stencil/cpu/columnwise.hpp>
#include <stencil/cpu/dense.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/cpu/solve.hpp>
#include <stencil/cpu/statistics.hpp>
#include <stencil/kokkos/policy.hpp>

/// Execution spaces on the host run the loops of the CPU backend on the threads of Kokkos.
namespace stencil::kokkos {

/// Strategy, the default of host execution spaces: each thread takes batches of columns and evaluates them in vectors,
/// as backend::Cpu does.
struct Vectors {
  static constexpr const char* name = "kokkos::Vectors";
};

/// Distributes work to the threads of an execution space, as cpu::OpenMP does to those of OpenMP.
template <class ExecutionSpace>
struct ChunksOnSpace {
  const ExecutionSpace& space;
  const std::string& label;

  int threads() const { return static_cast<int>(space.concurrency()); }
  int threads(std::ptrdiff_t bytes) const { return bytes < cpu::worth_waking ? 1 : threads(); }
  template <class F>
  void operator()(std::ptrdiff_t count, std::ptrdiff_t bytes, std::size_t scratch_bytes, const F& f) const {
    for_chunks(space, label, count, bytes, [&f, scratch_bytes](std::ptrdiff_t first, std::ptrdiff_t last) {
      f(first, last, scratch_bytes > 0 ? cpu::scratch(scratch_bytes) : nullptr);
    });
  }
};

inline void wait_for_all() { ::Kokkos::fence(); }

/// The members of backend::Kokkos that carry out assignments in a host execution space.
template <class ExecutionSpace>
struct OnHost : InSpace<ExecutionSpace>, cpu::OrdersInMemory<wait_for_all> {
  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    const ExecutionSpace space = instance<ExecutionSpace>(policy);
    if constexpr (is_team_scratch<Strategy>) {
      launch(outputs, space, policy.strategy);
    } else if constexpr (takes<Strategy>()) {
      static const std::string label = plan::formula_of_outputs(outputs, plan::Names::locations);
      cpu::launch<plan::StoreCostly>(outputs, ChunksOnSpace<ExecutionSpace>{space, label});
    }
  }
  template <class Outputs, class P>
  static void solve(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    static_cast<void>(instance<ExecutionSpace>(policy));  // a compile-time error for an instance of another space
    if constexpr (goes_along_columns<Strategy>() && takes<Strategy>()) cpu::launch_solve(outputs);
  }
  template <class Outputs, class P>
  static void accumulate(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    static_cast<void>(instance<ExecutionSpace>(policy));  // a compile-time error for an instance of another space
    if constexpr (goes_along_columns<Strategy>() && takes<Strategy>())
      cpu::launch_accumulation<plan::StoreCostly>(outputs);
  }
  template <class Job, class P>
  static void carry_out(const Job& job, const column_functions::Demands& demands, const P& policy) {
    const ExecutionSpace space = instance<ExecutionSpace>(policy);
    static const std::string label = "column function";
    cpu::carry_out(job, demands, ChunksOnSpace<ExecutionSpace>{space, label});
  }
  template <class Out, class Arg, class From, class P>
  static void multiply(const Out& output, const Arg& arg, From at, const ColumnGridData& from,
                       const SharedDenseMatrix& matrix, detail::checks::Staging staging, const P& policy) {
    const ExecutionSpace space = instance<ExecutionSpace>(policy);
    static const std::string label = "dense operator";
    cpu::multiply(output, arg, at, from, matrix, staging, ChunksOnSpace<ExecutionSpace>{space, label});
  }
  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P& policy, Explanation& x) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    if constexpr (is_team_scratch<Strategy>) {
      kokkos::explain<ExecutionSpace>(outputs, policy.strategy, false, x);
    } else if constexpr (takes<Strategy>()) {
      cpu::explain<DefaultStrategy>(outputs, x);
      x.mapping.strategy = std::string(Vectors::name) + ", as " + x.mapping.strategy;
    }
  }
  template <class Outputs, class P, class Explanation>
  static void explain_accumulation(const Outputs& outputs, const P&, Explanation& x) {
    cpu::explain_accumulation<plan::StoreCostly>(outputs, x);
  }

 private:
  template <class Strategy>
  static constexpr bool takes() {
    constexpr bool fits = std::is_same_v<Strategy, DefaultStrategy> || std::is_same_v<Strategy, Vectors>;
    static_assert(fits, "stencil: backend::Kokkos takes kokkos::TeamScratch, kokkos::Vectors or no strategy");
    return fits;
  }
};

}  // namespace stencil::kokkos
