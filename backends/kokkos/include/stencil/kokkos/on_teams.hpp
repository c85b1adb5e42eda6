// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <vector>

#include <stencil/column/bins.hpp>
#include <stencil/column/column_memory.hpp>
#include <stencil/kokkos/policy.hpp>

/// Execution spaces on devices other than CUDA: expressions are evaluated by teams of Kokkos. Everything else is
/// refused at compile time.
namespace stencil::kokkos {

/// The members of backend::Kokkos that carry out assignments in such a space.
template <class ExecutionSpace>
struct OnTeams : InSpace<ExecutionSpace>, NothingToReserve {
  template <class Outputs, class P>
  static void run(Outputs& outputs, const P& policy) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    const ExecutionSpace space = instance<ExecutionSpace>(policy);
    if constexpr (takes<Strategy>()) launch(outputs, space, used(policy.strategy));
  }
  template <class Outputs, class P>
  static void solve(Outputs&, const P&) {
    refuse<Outputs>();
  }
  template <class Outputs, class P>
  static void accumulate(Outputs&, const P&) {
    refuse<Outputs>();
  }
  template <class Outputs, class P, class Explanation>
  static void explain(const Outputs& outputs, const P& policy, Explanation& x) {
    using Strategy = std::remove_cvref_t<decltype(policy.strategy)>;
    constexpr bool chosen = std::is_same_v<Strategy, DefaultStrategy>;
    if constexpr (takes<Strategy>()) kokkos::explain<ExecutionSpace>(outputs, used(policy.strategy), chosen, x);
  }

  template <class Job, class... Rest>
  static void carry_out(const Job&, const Rest&...) {
    refuse<Job>();
  }
  template <class Out, class... Rest>
  static void multiply(const Out&, const Rest&...) {
    refuse<Out>();
  }
  template <class T, class... Rest>
  static void sort_columns(const ColumnMemory<const T>&, const Rest&...) {
    refuse<T>();
  }
  /// Empty: sort_columns has been refused before.
  template <class T, class... Rest>
  static void permute_columns(const ColumnMemory<const T>&, const Rest&...) {}
  template <class Task>
  static detail::binning::Tally count(const Task&) {
    refuse<Task>();
    return {0, false};
  }
  template <class T, class... Rest>
  static std::vector<T> ranked(const ColumnMemory<const T>&, const Rest&...) {
    refuse<T>();
    return {};
  }

 private:
  template <class Strategy>
  static constexpr bool takes() {
    constexpr bool fits = std::is_same_v<Strategy, DefaultStrategy> || is_team_scratch<Strategy>;
    static_assert(fits, "stencil: on this device backend::Kokkos takes kokkos::TeamScratch or no strategy");
    return fits;
  }
  /// The strategy that is used: that of the policy, or the default one.
  static TeamScratch<> used(const DefaultStrategy&) { return {}; }
  template <class Plan>
  static const TeamScratch<Plan>& used(const TeamScratch<Plan>& strategy) {
    return strategy;
  }
  template <class Strategy>
  static void refuse() {
    static_assert(!std::is_same_v<Strategy, Strategy>,
                  "stencil: column functions, solves, running values, dense operators, sorts, histograms and quantiles "
                  "through Kokkos run on execution spaces of the host and of CUDA");
  }
};

}  // namespace stencil::kokkos
