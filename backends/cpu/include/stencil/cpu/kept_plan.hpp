// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>

#include <stencil/columnwise/assign.hpp>
#include <stencil/columnwise/part.hpp>
#include <stencil/cpu/of_this_thread.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/plan/walk.hpp>

/// Plans of column functions that are kept from one assignment to the next: for few columns, finding out how a function
/// is to be carried out takes longer than computing it.
namespace stencil::cpu {

/// All that the plan for a job of some type depends on.
struct PlanKey {
  std::uint64_t operations = 0;  ///< 0: unknown, so that no plan is kept
  std::uint64_t aliases = 0;     ///< which operands and destinations are in the same memory
  int levels = 0;
  bool periodic = false;
  bool operator==(const PlanKey&) const = default;
};

/// A number for the pairs of a field that a job reads and a destination that begin at the same address.
template <class Job>
std::uint64_t aliases_in(const Job& job) {
  std::uint64_t all = 0, pair = 1;
  const auto look = [&](const auto& leaf, plan::ReadAs) {
    const void* const read = leaf.data;
    job.destinations.apply([&](const auto&... to) {
      ((all += read == static_cast<const void*>(to.data) ? pair : 0, pair *= 0x9e3779b97f4a7c15U), ...);
    });
  };
  plan::each_leaf<plan::StoreNothing>(job.root, look);
  if constexpr (Job::keeps_values) plan::each_leaf<plan::StoreNothing>(job.mask, look);
  return all;
}
template <class Job>
PlanKey key_of(const Job& job, const column_functions::Demands& demands) {
  const ColumnGridData& grid = column_functions::grid_of(job);
  return {demands.operations, aliases_in(job), grid.levels, grid.periodic};
}

#if defined(STENCIL_CPU_COMPARES_PLANS)  // tests say so
/// How many jobs of this thread found the plan of an earlier one.
inline thread_local long plans_found = 0;
#endif

/// The plan for a job, which this thread keeps until it carries out a job of the same type that has another key; the
/// caller may do so while it uses this one. make(): a new one.
template <class Plan, class Made>
std::shared_ptr<const Plan> kept_plan(const PlanKey& key, const Made& make) {
  struct Kept {
    PlanKey key;
    std::shared_ptr<const Plan> plan;
  };
  Kept& kept = of_this_thread<Kept>();
  if (!kept.plan || key.operations == 0 || !(kept.key == key)) {
    kept.plan = std::make_shared<const Plan>(make());
    kept.key = key;
#if defined(STENCIL_CPU_COMPARES_PLANS)
  } else {
    ++plans_found;
#endif
  }
#if defined(STENCIL_CPU_COMPARES_PLANS)
  if (!(*kept.plan == make())) std::abort();
#endif
  return kept.plan;
}

}  // namespace stencil::cpu
