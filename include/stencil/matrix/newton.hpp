// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <stencil/assign/assign.hpp>
#include <stencil/column/global.hpp>
#include <stencil/error.hpp>
#include <stencil/field.hpp>
#include <stencil/matrix/newton_arguments.hpp>
#include <stencil/matrix/newton_by_iterations.hpp>
#include <stencil/matrix/newton_options.hpp>
#include <stencil/matrix/newton_steps.hpp>
#include <stencil/matrix/occurs.hpp>
#include <stencil/matrix/room.hpp>
#include <stencil/matrix/solved_columns.hpp>

namespace stencil {

namespace detail::newton_method {

/// Whether a mask leaves columns whole; a compile-time error if not.
template <class Mask>
constexpr bool leaves_columns_whole() {
  constexpr bool whole = [] {
    if constexpr (std::is_same_v<Mask, NoMask>) {
      return true;
    } else {
      return std::is_same_v<typename Mask::location, Surface>;
    }
  }();
  static_assert(whole,
                "stencil: newton and implicit_step solve for all levels of a column, so their mask has one value per "
                "column; for some of its levels write active_levels(first, last)");
  return whole;
}
/// Whether newton and implicit_step can solve for a field, with this residual or tendency, by a policy; compile-time
/// errors if not.
template <class X, class Residual, class P>
constexpr bool can_solve_for() {
  constexpr bool whole = leaves_columns_whole<std::remove_cvref_t<decltype(std::declval<const P&>().mask)>>();
  constexpr bool writable = can_change<X>();
  constexpr bool alike = lies_with_unknown<typename node_of<X>::location, typename node_of<Residual>::location>();
  if constexpr (whole && writable && alike) {
    return differentiation::makes_a_band<node_of<X>>();
  } else {
    return false;
  }
}
/// Throws Error if a policy's mask reads the unknown, since it would be another one in each iteration or stage. A
/// compile-time error if it does not leave columns whole. who: newton or implicit_step.
template <class Mask, class Leaf>
void require_fixed_mask(const std::string& who, const Mask& mask, const Leaf& unknown) {
  if constexpr (leaves_columns_whole<Mask>() && !std::is_same_v<Mask, NoMask>) {
    if (detail::differentiation::occurs(unknown, mask))
      throw Error(who + ": the mask reads " + detail::checks::describe(unknown) +
                  ", which changes meanwhile; assign the mask to a SurfaceField first");
  }
}
/// Throws Error for arguments that newton and implicit_step do not take.
template <class X, class P>
void require_solvable(const std::string& who, const X& x, const NewtonOptions& how, const P& policy) {
  require_fixed_mask(who, policy.mask, as_node(x));
  if (const char* const complaint = how.complaint()) throw Error(complaint);
}

/// What steps of Newton's method have come to in a column, or at the worst of several columns: whether it has not
/// converged, 1 or 0, the number of iterations, and the largest change in the last of them.
using Outcome = Vec<double, 3>;
struct OutcomeOfColumn {
  template <class Change>
  STENCIL_FUNCTION constexpr Outcome operator()(int iterations, bool converged, Change change) const {
    return {converged ? 0.0 : 1.0, static_cast<double>(iterations), static_cast<double>(change)};
  }
};
struct WorseOutcome {
  STENCIL_FUNCTION constexpr Outcome operator()(Outcome a, const Outcome& b) const {
    for (std::size_t i = 0; i < 3; ++i) a[i] = b[i] > a[i] ? b[i] : a[i];
    return a;
  }
};

/// Newton's method as solve_columns() takes it: the values from which it starts, those where it ends, and its outcome.
struct NewtonMethod {
  NewtonOptions options;
  template <class F, class X>
  STENCIL_FUNCTION constexpr auto operator()(const F& f, const X& x) const {
    const auto steps = column_functions::newton_steps(f, x, options);
    return results(x, steps.x, pointwise(OutcomeOfColumn{})(steps.iterations, steps.converged, steps.change));
  }
};
/// Solves for x in one pass by a method that gives the old values, the new ones and what `check` takes. Whether
/// check() holds; if not, and if it throws, x is as it was.
template <class X, class Formula, class Method, class P, class Check, class... Outcomes>
bool solves_in_one_pass(X& x, const Formula& formula, const Method& method, const P& policy, const Check& check,
                        const Outcomes&... outcomes) {
  const Room<Copy<X>, P> room(x.grid(), policy);
  const auto& before = room.values();
  column_functions::solve_columns(x, formula, method, policy, before, x, outcomes...);
  const auto restore = [&] {
    assign(x, before, policy);
    wait_for<typename Copy<X>::backend>(policy);
  };
  const auto checked = [&] {
    wait_for<typename Copy<X>::backend>(policy);
    return check();
  };
  const bool holds = or_as_before(restore, checked);
  if (!holds) restore();
  return holds;
}
/// The same by Newton's method. Whether all columns have converged.
template <class X, class Formula, class Method, class P>
bool converges(X& x, const Formula& formula, const Method& method, const P& policy, NewtonReport& report) {
  using Backend = typename X::backend;
  return with_room<SurfaceField<Outcome, Backend>>(x.grid(), policy, [&](const auto& outcomes) {
    const auto check = [&] {
      const Outcome worst = global::join_columns<Backend, Outcome>(outcomes, WorseOutcome{}, Outcome{});
      report = {static_cast<int>(worst[1]), worst[2]};
      return worst[0] == 0;
    };
    return solves_in_one_pass(x, formula, method, policy, check, outcomes);
  });
}
}  // namespace detail::newton_method

/// Solves residual(x) = 0 in every column by Newton's method with the exact Jacobian, starting from the values of x.
/// x: a field or a wrapped array; residual: an expression of it, at its location. Afterwards x is the solution. A
/// column has converged, and does not change any more, if its largest change in an iteration is below the tolerance
/// times its largest value, or below the rounding of the largest value from which it started where changes no longer
/// shrink or shrink to half of the digits at once. policy: active levels, or a mask with one value per column; other
/// levels and columns keep their values and need not converge. Throws SolveError, with column and level, if a residual
/// is NaN, a pivot is zero, or a column does not converge. Whatever it throws, x keeps its values. Waits for the
/// device: once for a field of float or double, else in every iteration.
template <detail::newton_method::Unknown X, IsOperand Residual, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
NewtonReport newton(X& x, const Residual& residual, const NewtonOptions& how = {}, const P& policy = {}) {
  namespace method = detail::newton_method;
  if constexpr (!method::can_solve_for<X, Residual, P>()) {
    return {};
  } else {
    method::require_solvable("newton", x, how, policy);
    detail::differentiation::require_occurs("jacobian", as_node(x), as_node(residual));
    if constexpr (column_functions::solves_columns<X, Residual, P>) {
      NewtonReport report;
      if (method::converges(x, residual, method::NewtonMethod{how}, policy, report)) return report;
    }
    return method::newton_by_iterations(x, residual, how, policy);
  }
}
/// The same with a policy and the usual options.
template <detail::newton_method::Unknown X, IsOperand Residual, class P>
  requires IsPolicy<P>
NewtonReport newton(X& x, const Residual& residual, const P& policy) {
  return newton(x, residual, NewtonOptions{}, policy);
}

}  // namespace stencil
