// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <stencil/columnwise/assign.hpp>
#include <stencil/cuda/memory.hpp>
#include <stencil/cuda/pieces.hpp>
#include <stencil/plan/walk.hpp>

/// Expressions by threads that go along pieces of columns, as column functions do.
namespace stencil::cuda {

/// How many operators an expression has.
template <class N, class Children = children_of<N>>
struct OperatorsOf;
template <class N, class... C>
struct OperatorsOf<N, ChildList<C...>> {
  static constexpr int value = (plan::IsStencil<N>::value ? 1 : 0) + (0 + ... + OperatorsOf<C>::value);
};

template <class Outs>
using JobOf = decltype(column_functions::job_of(std::declval<const Outs&>()));

/// Whether threads go along pieces of columns faster than lanes exchange rows, where columns are many and long: that
/// takes as many operators as there are fields. Their kernel is compiled then.
template <class Job>
inline constexpr bool suits_pieces = false;
template <class Root, class... Destinations>
inline constexpr bool suits_pieces<column_functions::Job<Root, NoMask, Destinations...>> =
    column_functions::may_be_in_pieces<column_functions::Job<Root, NoMask, Destinations...>> &&
    OperatorsOf<Root>::value >= JobShape<column_functions::Job<Root, NoMask, Destinations...>, 0>::fields;

/// Of float64 the exchange of rows takes longer. As measured on an H200.
template <class Job>
inline constexpr int least_levels_for_pieces = JobShape<Job, 0>::widest > 4 ? 48 : 128;

template <class Job>
column_functions::Demands demands_of(const Job& job) {
  return column_functions::traced<DeviceSpace>(job.root, job.mask, column_functions::grid_of(job));
}

/// False, and nothing is done, where lanes are faster or it cannot be carried out so.
template <class Outs>
bool carry_out_expression_in_pieces(const Outs& outputs, const EvaluatedColumns& columns, std::ptrdiff_t count,
                                    bool in_column, const LaunchQueue& queue) {
  using Job = JobOf<Outs>;
  if constexpr (suits_pieces<Job>) {
    if (columns.levels < least_levels_for_pieces<Job> || !are_many<Job>(count)) return false;  // before the trace
    const auto job = column_functions::job_of(outputs);
    auto demands = demands_of(job);
    if (in_column) demands.staging = detail::checks::Staging::column;
    return carry_out_in_pieces(job, columns, count, demands, in_column, queue);
  } else {
    return false;
  }
}

/// In words; false where columns are not cut.
template <class Outs, class Explanation>
bool describe_expression_in_pieces(const Outs& outputs, Explanation& x) {
  using Job = JobOf<Outs>;
  if constexpr (suits_pieces<Job>) {
    const auto job = column_functions::job_of(outputs);
    auto demands = demands_of(job);
    demands.staging = detail::checks::staging<plan::StoreNothing>(outputs);
    return column_functions::grid_of(job).levels >= least_levels_for_pieces<Job> &&
           describe_pieces(job, demands, nullptr, x);
  } else {
    return false;
  }
}

}  // namespace stencil::cuda
