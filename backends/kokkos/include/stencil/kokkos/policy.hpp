// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <stencil/assign/policy.hpp>
#include <stencil/cpu/launch.hpp>
#include <stencil/kokkos/metric.hpp>
#include <stencil/kokkos/team_scratch.hpp>

/// Policies of assignments by Kokkos: the instance of an execution space, and the strategy.
namespace stencil {

/// A policy that runs on an instance of a Kokkos execution space: assign(div, expr, on(space)).
template <class ExecutionSpace>
  requires(::Kokkos::is_execution_space<ExecutionSpace>::value)
AssignmentPolicy<DefaultStrategy, NoMask, ExecutionSpace> on(const ExecutionSpace& space) {
  return policy().on(space);
}

namespace kokkos {

/// The instance of an execution space that a policy names, or the default one. A compile-time error for an instance of
/// another space.
template <class ExecutionSpace, class P>
ExecutionSpace instance(const P& policy) {
  using Queue = std::remove_cvref_t<decltype(policy.queue)>;
  static_assert(std::is_same_v<Queue, NoQueue> || std::is_same_v<Queue, ExecutionSpace>,
                "stencil: backend::Kokkos runs on an instance of its own execution space; give on(...) one");
  if constexpr (std::is_same_v<Queue, ExecutionSpace>) {
    return policy.queue;
  } else {
    return ExecutionSpace();
  }
}

/// Returns when all assignments on the policy's instance of the space have been carried out, or, where it names none,
/// those on every instance.
template <class ExecutionSpace, class P>
void wait(const P& policy) {
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy.queue)>, NoQueue>) {
    ::Kokkos::fence();
  } else {
    instance<ExecutionSpace>(policy).fence();
  }
}

template <class Strategy>
inline constexpr bool is_team_scratch = false;
template <class Plan>
inline constexpr bool is_team_scratch<TeamScratch<Plan>> = true;

/// False, and a compile-time error, if the strategy of a solve or of a running value is one for expressions only.
template <class Strategy>
constexpr bool goes_along_columns() {
  static_assert(!is_team_scratch<Strategy>,
                "stencil: kokkos::TeamScratch evaluates expressions; solve and running values have one way of their "
                "own, so leave the strategy out");
  return !is_team_scratch<Strategy>;
}

/// A range of any number of values: spaces of devices count in 32 bits unless they are told.
template <class ExecutionSpace>
using RangeOf = ::Kokkos::RangePolicy<ExecutionSpace, ::Kokkos::IndexType<std::ptrdiff_t>>;

/// What the backends for all execution spaces but CUDA's have in common.
template <class ExecutionSpace>
struct InSpace {
  template <class P>
  static void wait(const P& policy) {
    kokkos::wait<ExecutionSpace>(policy);
  }
  template <class P>
  static Temporary<ExecutionSpace> scratch(std::size_t bytes, const P& policy) {
    return Temporary<ExecutionSpace>(bytes, instance<ExecutionSpace>(policy));
  }
  /// The sizes and the metric of a grid, as each_column passes them to its function.
  static EvaluatedColumns column_set(const ColumnGridData& grid) { return columns_of<ExecutionSpace>(grid); }
  /// f(columns, column) for every column of a grid.
  template <class F, class P>
  static void each_column(const ColumnGridData& grid, const F& f, const P& policy) {
    const EvaluatedColumns columns = column_set(grid);
    ::Kokkos::parallel_for(
        "each column",
        RangeOf<ExecutionSpace>(instance<ExecutionSpace>(policy), 0, static_cast<std::ptrdiff_t>(grid.columns)),
        KOKKOS_LAMBDA(std::ptrdiff_t column) { f(columns, column); });
  }
  /// f(i) for every i < count.
  template <class F, class P>
  static void each(std::ptrdiff_t count, std::ptrdiff_t, const F& f, const P& policy) {
    ::Kokkos::parallel_for(
        "each", RangeOf<ExecutionSpace>(instance<ExecutionSpace>(policy), 0, count),
        KOKKOS_LAMBDA(std::ptrdiff_t i) { f(i); });
  }
  /// f(columns, column, row) for rows 0 to rows - 1 of every column; on a device, neighbouring threads take
  /// neighbouring rows.
  static constexpr bool rows_side_by_side = !on_host<typename ExecutionSpace::memory_space>;
  template <class F, class P>
  static void each_row(const ColumnGridData& grid, int rows, const F& f, const P& policy) {
    const EvaluatedColumns columns = column_set(grid);
    const auto count = static_cast<std::ptrdiff_t>(grid.columns) * rows;
    ::Kokkos::parallel_for(
        "each row", RangeOf<ExecutionSpace>(instance<ExecutionSpace>(policy), 0, count),
        KOKKOS_LAMBDA(std::ptrdiff_t i) { f(columns, i / rows, static_cast<int>(i % rows)); });
  }
  /// On a device nothing is derived from the metric of column_set.
  template <class P>
    requires rows_side_by_side
  static void heights_changed(const ColumnGridData&, const P&) {}
  /// A member of a team of its own.
  struct Alone {
    STENCIL_FUNCTION char* arena() const { return nullptr; }
    STENCIL_FUNCTION void barrier() const {}
  };
  /// Values for each cell, where nothing is kept, so that no member waits for another.
  template <class F, class P>
  static bool share_cells(const ColumnGridData& grid, const CellsToShare& share, const F& f, const P& policy) {
    if (share.kept > 0) return false;
    const EvaluatedColumns columns = column_set(grid);
    const auto count = static_cast<std::ptrdiff_t>(grid.columns);
    ::Kokkos::parallel_for(
        "cells of columns", RangeOf<ExecutionSpace>(instance<ExecutionSpace>(policy), 0, count * share.rows),
        KOKKOS_LAMBDA(std::ptrdiff_t i) {
          const std::ptrdiff_t row = share.across ? i / count : i % share.rows;
          const std::ptrdiff_t column = share.across ? i % count : i / share.rows;
          f(Alone{}, share, columns, CellsOfMember<1>({share.rows, 1, 1}, false, static_cast<int>(row), column, count));
        });
    return true;
  }
};

}  // namespace kokkos

}  // namespace stencil
