// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <stencil/assign/devices.hpp>
#include <stencil/assign/fit.hpp>
#include <stencil/assign/policy.hpp>
#include <stencil/backend.hpp>
#include <stencil/columnwise/job.hpp>
#include <stencil/columnwise/loaded_fields.hpp>
#include <stencil/lifetimes.hpp>

/// Assignments with column functions in them.
namespace stencil {

namespace column_functions {

template <class Root>
using results_of_root =
    std::remove_cvref_t<decltype(results_of(std::declval<const Trace&>(), std::declval<const Root&>()))>;

/// Whether there is a result for each destination; a compile-time error if not.
template <int Results, int Destinations>
constexpr bool as_many_results() {
  if constexpr (Destinations == 1) static_cast<void>(has_one_result<Results>());
  static_assert(Results == Destinations || Destinations == 1,
                "stencil: fields(...) has another number of destinations than the column function has results; give "
                "one field for each value in results(...), and an array of as many fields for an array");
  return Results == Destinations;
}
/// Whether the results can go into the destinations; a compile-time error if not.
template <class Mask, class... Destinations, class... Values>
constexpr bool results_fit(const FunctionResults<Values...>*) {
  if constexpr (as_many_results<static_cast<int>(sizeof...(Values)), static_cast<int>(sizeof...(Destinations))>()) {
    (detail::assignment::require_fit<Destinations, Values>(), ...);
    (detail::assignment::require_mask_fits<Mask, Destinations>(), ...);
    return (
        (detail::assignment::Fit<Destinations, Values>::all && detail::assignment::MaskFit<Mask, Destinations>::all) &&
        ...);
  } else {
    return false;
  }
}

/// Lists the operands of a job and checks them as those of other assignments: what it reads is given with the first
/// destination. Returns how long results must be kept in stand-ins.
template <class Root, class Mask, class... Destinations>
detail::checks::Staging check(plan::OperandList& operands, const Job<Root, Mask, Destinations...>& job) {
  job.destinations.apply([&](const auto& first, const auto&... rest) {
    operands.add_destination(first);
    plan::add_operands<plan::StoreNothing>(operands, job.root);
    if constexpr (Job<Root, Mask, Destinations...>::keeps_values)
      plan::add_operands<plan::StoreNothing>(operands, job.mask);
    (operands.add_destination(rest), ...);
  });
  const auto staging = detail::checks::check(operands);
  const ColumnGridData& grid = *argument_at<0>(job.destinations).grid;
  detail::checks::require_levels(job.root, grid);
  if constexpr (Job<Root, Mask, Destinations...>::keeps_values) detail::checks::require_levels(job.mask, grid);
  return staging;
}

/// An expression whose values are at the location of its destination: running values are at either.
template <class Location, class E>
const E& placed(const E& e) {
  return e;
}
template <class Location, class Fold, class E, class Init>
auto placed(const ColumnAccumulation<Fold, E, Init, AnyLocation>& e) {
  return ColumnAccumulation<Fold, E, Init, Location>{e.arg, e.init, e.fold, e.name};
}
/// The right sides of outputs, or of pairs of a destination and an expression, as one.
template <class... Pairs>
auto root_of(const Pairs&... pairs) {
  const auto list = [](const auto& first, const auto&... rest) {
    if constexpr (sizeof...(rest) == 0) {
      return first;
    } else {
      return RootList<std::remove_cvref_t<decltype(first)>, std::remove_cvref_t<decltype(rest)>...>{
          make_arguments(first, rest...)};
    }
  };
  return list(placed<typename decltype(pairs.destination)::location>(pairs.expression)...);
}
/// An assignment of expressions as a job.
template <class... O>
auto job_of(const AssignmentOutputs<O...>& outputs) {
  return outputs.apply([](const auto& first, const auto&... rest) {
    const auto root = root_of(first, rest...);
    return Job<std::remove_const_t<decltype(root)>, std::remove_cvref_t<decltype(first.mask)>,
               std::remove_cvref_t<decltype(first.destination)>, std::remove_cvref_t<decltype(rest.destination)>...>{
        root, first.mask, make_arguments(first.destination, rest.destination...)};
  });
}

/// What only run time knows of a job.
struct Demands {
  int reach = 0;                 ///< rows around a row that its results depend on
  int farthest = 0;              ///< the same of any of its values, also one of which only a sum is left
  bool whole = false;            ///< an operation needs a whole column
  bool only_levels = false;      ///< it is at_level of fields, which may be read from memory
  bool levels_near = false;      ///< of fields with levels contiguous, where lanes of a warp read them
  bool in_turns = false;         ///< an operation goes from level to level, the lanes of a column one after the other
  bool only_solves = false;      ///< lanes of a column solve systems together, and nothing else goes along it
  bool in_blocks = false;        ///< some system is solved in blocks, by lanes of a column together
  bool top_face = false;         ///< the face on top of a column is a row of its lanes
  bool goes_around = false;      ///< an operation goes around a ring
  bool loops = false;            ///< a loop ends when all columns are done
  bool has_rows = true;          ///< some operation needs rows, not values per column and single levels of fields alone
  int stencils = 0;              ///< operators that read neighbours
  int chain = 0;                 ///< operations along columns of which each waits for the one before, at most
  std::uint64_t operations = 0;  ///< a fingerprint of the operations, for fields in host memory
  detail::checks::Staging staging = detail::checks::Staging::none;
  LoadedFields fields{};
};

inline void require_levels(const AskedLevels& asked, int rows, const char* of_what) {
  if (asked.lowest >= -rows && asked.highest < rows) return;
  throw ShapeError("a column function asks at_level for level " +
                   std::to_string(asked.highest >= rows ? asked.highest : asked.lowest) + " of columns of " +
                   std::to_string(rows) + " " + of_what + "; give one from 0 to " + std::to_string(rows - 1) +
                   ", or from -1 down to " + std::to_string(-rows) + " to count from the highest");
}

/// The demands of a job whose destinations are in memory of `Space`. Throws ShapeError for a level that columns do not
/// have, GridError for an operation on a ring that begins at an end, Error for a table in other memory, for a number
/// that an operation refuses and, with STENCIL_EXPLICIT_BOUNDARIES, for a result that depends on a closure.
template <class Space, class Root, class Mask>
Demands traced(const Root& root, const Mask& mask, const ColumnGridData& grid) {
  Traced found;
  if constexpr (std::is_same_v<Space, HostSpace>) found.operations.begin();
  const Trace trace{&found};
  Dependence reach;
  bool top_face = false;
  const auto add = [&](const auto& value) {
    top_face = top_face || std::is_same_v<typename std::remove_cvref_t<decltype(value)>::location, Face>;
    reach.add(Trace::dependence(value));
    trace.note_rows(value);
    if constexpr (IsColumnValue<decltype(value)>) found.operations.add<>(value.rows.number);
  };
  results_of(trace, root).values.apply([&](const auto&... values) {
    (add(values), ...);
    return 0;
  });
  if constexpr (!std::is_same_v<Mask, NoMask>) add(values_of(trace, mask));
  if (found.refused != nullptr) throw Error(found.refused);
  if (!grid.periodic) require_conditions(reach.unconditioned);
  require_levels(found.of_centers, grid.levels, "cells");
  require_levels(found.of_faces, grid.levels + 1, "faces");
  if ((std::is_same_v<Space, HostSpace> ? found.device_memory : found.host_memory) != nullptr) {
    throw Error(
        "a column function asks a table that is not in the memory of its fields; make the table for their backend, "
        "table<Backend>(x, values)");
  }
  if (found.begins != nullptr && grid.periodic) {
    throw GridError("a column function has a " + std::string(found.begins) +
                    ", which begins at an end of the column, and a ring has none: no level comes before all others. "
                    "Use a bounded grid; sums, searches and solves go around a ring");
  }
  // The dry run looks at the first pass of a loop only; later passes may read levels of values that it computed.
  const bool only_levels = found.reads_levels && !found.reads_columns && !found.loops;
  if (found.loops) found.fields.forget();
  const int farthest = std::max(found.farthest, reach.rows());
  // Lanes repeat rows of a ring beyond its ends, as many as any value reads.
  return {.reach = grid.periodic ? farthest : reach.rows(),
          .farthest = farthest,
          .whole = found.reads_columns || found.reads_levels,
          .only_levels = only_levels,
          .levels_near = only_levels && !found.reads_far_apart,
          .in_turns = found.marches,
          .only_solves = found.solves && found.solves_alone,
          .in_blocks = found.in_blocks,
          .top_face = top_face || found.has_top_face,
          .goes_around = found.goes_around,
          .loops = found.loops,
          .has_rows = found.has_rows || found.loops || grid.periodic,
          .stencils = found.stencils,
          .chain = found.chain,
          .operations = found.operations.value(),
          .fields = found.fields};
}

/// Whether a strategy, or none, says how column functions are dealt to lanes.
template <class Strategy>
constexpr bool deals_columns() {
  if constexpr (requires(const Strategy& s) { s.strategy; }) {  // CheckValues or another around a strategy
    return deals_columns<std::remove_cvref_t<decltype(Strategy::strategy)>>();
  } else {
    constexpr bool deals = std::is_same_v<Strategy, DefaultStrategy> || requires { Strategy::deals_columns; };
    static_assert(deals,
                  "stencil: this strategy does not carry out column functions, whose values are in registers; leave it "
                  "out");
    return deals;
  }
}

/// Has a backend carry out a job whose operands were checked.
template <class Backend, class P, class Job>
void carry_out_by(const P& policy, const Job& job, const Demands& demands) {
  constexpr bool known = backend_parts::CarriesOut<Backend>;
  static_assert(known,
                "stencil: this backend does not carry out column functions; it lacks carry_out(job, demands, policy), "
                "which is backend_parts::CarriesOut in <stencil/backend.hpp>");
  if constexpr (known && requires { policy.strategy.template part_of<Backend>(job); }) {
    Backend::carry_out(policy.strategy.template part_of<Backend>(job), demands,
                       policy.instead(policy.strategy.of_parts));
  } else if constexpr (known) {
    Backend::carry_out(job, demands, policy);
  }
}

/// Carries out an assignment of a root's results to destinations.
template <class Backend, class P, class Root, class... Destinations>
void run(const P& policy, const Root& root, const Destinations&... destinations) {
  using Mask = std::remove_cvref_t<decltype(policy.mask)>;
  constexpr bool dealt = deals_columns<std::remove_cvref_t<decltype(policy.strategy)>>();
  if constexpr (dealt && results_fit<Mask, Destinations...>(static_cast<const results_of_root<Root>*>(nullptr))) {
#if !defined(NDEBUG)
    detail::lifetimes::require_tables(root);
    detail::lifetimes::require_tables(policy.mask);
#endif
    const Job<Root, Mask, Destinations...> job{root, policy.mask, make_arguments(destinations...)};
    plan::OperandList operands;
    const auto staging = check(operands, job);
    const auto there = detail::checks::on_their_device<Backend>(operands);
    const ColumnGridData& grid = *argument_at<0>(job.destinations).grid;
    Demands demands = traced<typename Backend::space>(root, policy.mask, grid);
    demands.staging = staging;
    if constexpr (requires { policy.strategy.template carry_out<Backend>(policy, job, demands); }) {
      policy.strategy.template carry_out<Backend>(policy, job, demands);  // CheckValues or another around a strategy
    } else {
      carry_out_by<Backend>(policy, job, demands);
    }
  }
}
/// Carries out outputs as a column function. Their mask is the policy's.
template <class Backend, class P, class... O>
void run(const P& policy, const AssignmentOutputs<O...>& outputs) {
  outputs.apply([&](const auto&... output) {
    run<Backend>(policy, root_of(output...), output.destination...);
    return 0;
  });
}

}  // namespace column_functions

}  // namespace stencil
