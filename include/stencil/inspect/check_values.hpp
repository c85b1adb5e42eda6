// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/assign/hand_to.hpp>
#include <stencil/inspect/column_hunt.hpp>
#include <stencil/inspect/value_hunt.hpp>

namespace stencil {

/// Strategy that finds out where a NaN or an infinity comes from. Every node of an expression is evaluated by itself,
/// leaves first, and its values are examined in the rows and columns on which the destination depends. Values that a
/// boundary condition replaces, that a mask leaves out, or that are on the other side of a where() are not examined.
/// Throws ValueError at the first node that has such a value; then the destination has not been written. If there is
/// none, the assignment is carried out by Strategy. This is slow, and takes memory for several fields.
///
/// A column function is carried out by Strategy first. If a result is not finite where it is written, the destinations
/// get their old values back, and the first such column is computed again on the host. Throws ValueError for the first
/// operation that made a NaN or an infinity from finite values and on which such a result depends.
template <class Strategy = DefaultStrategy>
struct CheckValues {
  static constexpr const char* name = "CheckValues";
  Strategy strategy{};  ///< carries out the assignment

  /// Examines all values, then has `Backend` carry the outputs out.
  template <class Backend, class Outs, class P>
  static void run(Outs& outputs, const P& policy);
  /// The same for a column function.
  template <class Backend, class P, class Job>
  static void carry_out(const P& policy, const Job& job, const column_functions::Demands& demands) {
    detail::checking::check_columns<Backend>(policy.with(policy.strategy.strategy), job, demands);
  }
};
template <class Strategy>
CheckValues(Strategy) -> CheckValues<Strategy>;

/// `assign(div, e, check_values)`; with a strategy or a mask `policy().with(CheckValues<cpu::StoreAll>{}).where(mask)`.
inline constexpr AssignmentPolicy<CheckValues<>> check_values{};

template <class Strategy>
template <class Backend, class Outs, class P>
void CheckValues<Strategy>::run(Outs& outputs, const P& policy) {
  // Active levels carry out expressions as column functions.
  if constexpr (requires { Strategy::is_part_of_columns; } || column_functions::call_functions<Outs>) {
    column_functions::run<Backend>(policy, outputs);
  } else {
    detail::checks::check<plan::StoreNothing>(outputs);
    detail::checking::Hunt<Backend, P> hunt(*outputs.first.destination.grid, policy);
    outputs.each([&](const auto& output) {
      using To = typename std::remove_cvref_t<decltype(output)>::location;
      hunt.template check_alone<To>(output.expression, hunt.written(output));
    });
    detail::assignment::hand_to<Backend>(outputs, policy.with(policy.strategy.strategy));
  }
}

}  // namespace stencil
