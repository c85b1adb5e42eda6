// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/assign/hand_to.hpp>
#include <stencil/inspect/column_hunt.hpp>
#include <stencil/inspect/value_hunt.hpp>

namespace stencil {

namespace detail::checking {
/// Throws ValueError for the first value in the rows `asked` that a destination of values of type T at To does not
/// hold.
template <class Backend, class T, class To, class N, class P>
void check_rounded(const N& node, const MarkedRows& asked, const ColumnGridData& grid, const P& policy) {
  using Number = scalar_of<T>;
  using Wide = scalar_of<typename N::value_type>;
  if constexpr (std::is_same_v<Number, float> && std::is_floating_point_v<Wide> && sizeof(Number) < sizeof(Wide)) {
    Field<typename N::value_type, To, Backend> wide(ColumnGrid(grid.shared_from_this()));
    Field<T, To, Backend> narrow(wide.grid());
    assign(wide, node, stencil::policy().on(policy.queue));
    assign(narrow, wide, stencil::policy().on(policy.queue));
    detail::host_copies::wait_for<Backend>(policy);
    const std::string formula = plan::formula(node);
    const auto read = [&](std::size_t column, int row) {
      const std::size_t place = column * static_cast<std::size_t>(asked.rows) + static_cast<std::size_t>(row);
      return " " + formula + " = " + detail::values::text(wide.to_host()[place]) + ",";
    };
    detail::values::require_finite(narrow.node(), narrow.to_host(), asked, grid, read, "float(" + formula + ")");
  }
}
}  // namespace detail::checking

/// Strategy that finds out where a NaN or an infinity comes from. Every node of an expression is evaluated by itself,
/// leaves first, and its values are examined in the rows and columns on which the destination depends. Values that a
/// boundary condition replaces, that a mask leaves out, or that are on the other side of a where() are not examined.
/// In a destination of float, values of double are examined as they are rounded, too.
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
      using T = typename std::remove_cvref_t<decltype(output.destination)>::value_type;
      const auto written = hunt.written(output);
      hunt.template check_alone<To>(output.expression, written);
      detail::checking::check_rounded<Backend, T, To>(output.expression, written, *output.destination.grid, policy);
    });
    detail::assignment::hand_to<Backend>(outputs, policy.with(policy.strategy.strategy));
  }
}

}  // namespace stencil
