// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>

#include <stencil/algorithm/cells.hpp>
#include <stencil/algorithm/output.hpp>
#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/memory.hpp>
#include <stencil/view.hpp>

/// What a backend is: a type with static members. It says where fields live and how assignments are carried out there;
/// how many columns a team takes, and how large tiles are, is up to the backend. An assignment that needs a part which
/// the backend lacks does not compile; the error names the part.
namespace stencil {

namespace column_functions {
template <class Root, class Mask, class... Destinations>
struct Job;
struct Demands;
}  // namespace column_functions

/// The parts of a backend, each of which some assignments need.
namespace backend_parts {

/// What functions of a backend are tried with: a field, and an assignment of it to another.
namespace samples {

template <class B>
using SomeField = FieldLeaf<double, Center, layout::LevelsContiguous, typename B::space>;
template <class B>
using SomeOutputs = AssignmentOutputs<AssignmentOutput<SomeField<B>, SomeField<B>>>;
template <class B>
using SomeJob = column_functions::Job<SomeField<B>, NoMask, SomeField<B>>;
struct SomeFunction {
  template <class... Arguments>
  STENCIL_FUNCTION void operator()(const Arguments&...) const {}
};

}  // namespace samples

/// Memory of fields: `space`, the type of its memory; `host_accessible`, whether the host may read it;
/// allocate<T>(count) of zeroed memory and, where it is quicker, allocate_unwritten<T>(count) for what an assignment
/// writes next; prepare(grid), what fields need before their first assignment; copies of values to and from the host.
template <class B>
concept Memory = requires(std::size_t count, const ColumnGridData& grid, double* values, const double* read_only) {
  typename B::space;
  { B::name } -> std::convertible_to<const char*>;
  { B::host_accessible } -> std::convertible_to<bool>;
  { B::template allocate<double>(count) } -> std::same_as<ValueBuffer<double>>;
  B::prepare(grid);
  B::copy_to_host(values, read_only, count);
  B::copy_from_host(values, read_only, count);
};

/// Assignments of expressions: run(outputs, policy) checks them and carries them out, most easily by
/// detail::assignment::launch (stencil/assign/stand_in.hpp).
template <class B>
concept Launch =
    requires(samples::SomeOutputs<B>& outputs, const AssignmentPolicy<>& policy) { B::run(outputs, policy); };

/// Systems of columns: solve(outputs, policy), one output whose expression is a SolveNode (stencil/matrix/solve.hpp).
template <class B>
concept Solves =
    requires(samples::SomeOutputs<B>& outputs, const AssignmentPolicy<>& policy) { B::solve(outputs, policy); };

/// Running values: accumulate(outputs, policy), one output whose expression is an accumulation.
template <class B>
concept Accumulates =
    requires(samples::SomeOutputs<B>& outputs, const AssignmentPolicy<>& policy) { B::accumulate(outputs, policy); };

/// Column functions: carry_out(job, demands, policy), where the job is a column_functions::Job
/// (stencil/columnwise/job.hpp), the function with its destinations, whose operands have been checked.
template <class B>
concept CarriesOut = requires(const samples::SomeJob<B>& job, const column_functions::Demands& demands,
                              const AssignmentPolicy<>& policy) { B::carry_out(job, demands, policy); };

/// Functions of whole columns, for what goes through columns from end to end: scratch(bytes, policy), memory for one
/// assignment with get(); column_set(grid), what such functions know of a grid; each_column(grid, f, policy), which
/// calls f(columns, column); each(count, bytes, f, policy), which calls f(i) for i < count and moves `bytes` in all;
/// `rows_side_by_side`, whether neighbouring threads have neighbouring rows; wait(policy), until all of it is done.
/// With `rows_side_by_side` also share_cells(grid, share, f, policy), by teams as stencil/assign/through_columns.hpp
/// has it, or false where an arena cannot hold what a team keeps. If the metric of column_set is the host's also
/// each_row(grid, rows, f, policy), which calls f(columns, column, row), else heights_changed(grid, policy), which has
/// all that the backend derived from that metric follow a change of it.
template <class B>
concept Columns = requires(std::size_t bytes, const ColumnGridData& grid, const AssignmentPolicy<>& policy,
                           const samples::SomeFunction& f) {
  B::scratch(bytes, policy).get();
  { B::column_set(grid) } -> std::convertible_to<EvaluatedColumns>;
  B::each_column(grid, f, policy);
  B::each(std::ptrdiff_t{}, std::ptrdiff_t{}, f, policy);
  { B::rows_side_by_side } -> std::convertible_to<bool>;
  B::wait(policy);
  requires !B::rows_side_by_side || requires {
    { B::share_cells(grid, CellsToShare{}, f, policy) } -> std::convertible_to<bool>;
  };
};

}  // namespace backend_parts

/// What every backend has. (It is not named Backend, as programs name theirs so beside `using namespace stencil`.)
template <class B>
concept IsBackend = backend_parts::Memory<B> && backend_parts::Launch<B>;

}  // namespace stencil
