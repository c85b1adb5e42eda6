// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <stencil/matrix/implicit_schemes.hpp>
#include <stencil/matrix/implicit_step_inside.hpp>
#include <stencil/matrix/newton.hpp>

/// Implicit steps of dx/dt = tendency with the exact Jacobian.
namespace stencil {

namespace detail::newton_method {

/// Backward Euler as solve_columns() takes it.
struct EulerMethod {
  double dt;
  NewtonOptions options;
  template <class F, class X>
  STENCIL_FUNCTION constexpr auto operator()(const F& f, const X& x) const {
    return NewtonMethod{options}([&](const auto& y) { return y - x - dt * f(y); }, x);
  }
};
/// The two systems of Rosenbrock2 likewise.
struct RosenbrockMethod {
  double dt;
  template <class F, class X>
  STENCIL_FUNCTION constexpr auto operator()(const F& f, const X& x) const {
    return results(x, column_functions::rosenbrock_step(f, x, dt));
  }
};

/// Throws Error if the tendency does not read the field, as one that reads a copy of it: the step would be explicit.
template <class X, class Tendency>
void require_tendency_of(const X& x, const Tendency& tendency) {
  differentiation::require_occurs("implicit_step", as_node(x), as_node(tendency),
                                  "write the tendency with the field that is stepped; what does not depend on it is "
                                  "added without implicit_step, x += dt * tendency");
}

/// Makes a step of Rosenbrock2 in one pass, if that can be. Whether all values are numbers then; if not, x is as it
/// was.
template <class X, class Tendency, class P>
bool steps_in_one_pass(X& x, const Tendency& tendency, double dt, const P& policy) {
  if constexpr (!column_functions::solves_columns<X, Tendency, P>) {
    return false;
  } else {
    const auto check = [&] {
      return with_written<Copy<X>>(x.grid(), x, policy, [](const auto& y) { return is_finite_everywhere(y); });
    };
    return solves_in_one_pass(x, tendency, RosenbrockMethod{dt}, policy, check);
  }
}

/// Several fields: fields(a, b), std::tie(a, b), an array or a struct of fields.
template <class X>
concept IsSeveral = !IsOperand<X> && (requires(const X& x) { x.destinations; } || column_functions::is_group<X>);
template <class First, class... Rest>
inline constexpr bool begins_with_a_number = std::is_convertible_v<const First&, double>;
template <class F, class P>
void require_stage(const F& change, const P& how) {
  wait_for<typename F::backend>(how);
  if (is_finite_everywhere(change)) return;
  const auto size = largest(change);
  throw SolveError("implicit_step: the stage is not a number", size.column, size.level);
}
}  // namespace detail::newton_method

/// Advances x from time t to t + dt [s] by an implicit step of dx/dt = tendency. x: a field or a wrapped array;
/// tendency: an expression of it at its location, in the units of x / s. policy: as that of newton. Error unless dt
/// is finite and not below zero, and if x does not occur in the tendency; throws as newton does; then x keeps its
/// values. By backward Euler, whose new x solves
/// x - dt tendency(x) = old x. Returns what newton() did.
template <detail::newton_method::Unknown X, IsOperand Tendency, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
NewtonReport implicit_step(X& x, const Tendency& tendency, double dt, const BackwardEuler& scheme = {},
                           const P& policy = {}) {
  namespace method = detail::newton_method;
  if constexpr (!method::can_solve_for<X, Tendency, P>()) {
    return {};
  } else {
    static_cast<void>(detail::checks::time_step("implicit_step", dt));
    method::require_solvable("implicit_step", x, scheme.newton, policy);
    method::require_tendency_of(x, tendency);
    if constexpr (column_functions::solves_columns<X, Tendency, P>) {
      NewtonReport report;
      if (method::converges(x, tendency, method::EulerMethod{dt, scheme.newton}, policy, report)) return report;
    }
    method::Copy<X> old(x.grid());
    method::copy(old, x, policy);
    return method::newton_by_iterations(x, x - old - dt * tendency, scheme.newton, policy);
  }
}
/// The same by one linear system: the new x is x + (1 - dt J)^-1 dt tendency(x), J being the Jacobian of the tendency.
template <detail::newton_method::Unknown X, IsOperand Tendency, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
void implicit_step(X& x, const Tendency& tendency, double dt, const LinearlyImplicitEuler&, const P& policy = {}) {
  namespace method = detail::newton_method;
  if constexpr (method::lies_with_unknown<typename node_of<X>::location, typename node_of<Tendency>::location>()) {
    static_cast<void>(detail::checks::time_step("implicit_step", dt));
    method::require_fixed_mask("implicit_step", policy.mask, as_node(x));
    method::require_tendency_of(x, tendency);
    method::with_room<method::Copy<X>>(x.grid(), policy, [&](auto&& change) {
      assign(change, solve(identity() - dt * jacobian(tendency, wrt(x)), dt * tendency), policy);
      method::require_stage(change, policy);
      assign(x, x + change, policy);
    });
  }
}
/// The same by two systems with one matrix: the new x is x + 3/2 k1 + 1/2 k2 with (1 - gamma dt J) k1 = dt tendency(x),
/// (1 - gamma dt J) k2 = dt tendency(x + k1) - 2 k1 and gamma = 1 - sqrt(1/2) (Verwer et al. 1999, SIAM J. Sci. Comput.
/// 20).
template <detail::newton_method::Unknown X, IsOperand Tendency, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
void implicit_step(X& x, const Tendency& tendency, double dt, const Rosenbrock2&, const P& policy = {}) {
  namespace method = detail::newton_method;
  if constexpr (method::lies_with_unknown<typename node_of<X>::location, typename node_of<Tendency>::location>()) {
    static_cast<void>(detail::checks::time_step("implicit_step", dt));
    method::require_fixed_mask("implicit_step", policy.mask, as_node(x));
    method::require_tendency_of(x, tendency);
    if (method::steps_in_one_pass(x, tendency, dt, policy)) return;
    using F = method::Copy<X>;
    const double gamma = 1 - std::sqrt(0.5);
    F old(x.grid()), first(x.grid()), second(x.grid());
    method::copy(old, x, policy);
    const auto rows = jacobian(tendency, wrt(x));
    Field<typename decltype(rows)::value_type, typename F::location, typename F::backend, typename F::layout_type>
        matrix(x.grid());
    assign(matrix, rows, policy);
    const auto system = identity() - gamma * dt * matrix;
    assign(first, solve(system, dt * tendency), policy);
    const auto take_stages = [&] {
      method::require_stage(first, policy);
      assign(x, old + first, policy);
      assign(second, solve(system, dt * tendency - 2 * first), policy);
      method::require_stage(second, policy);
      assign(x, old + 1.5 * first + 0.5 * second, policy);
    };
    method::or_as_before([&] { method::copy(x, old, policy); }, take_stages);
  }
}
/// The same by backward Euler with a policy and the usual options.
template <detail::newton_method::Unknown X, IsOperand Tendency, class P>
  requires IsPolicy<P>
NewtonReport implicit_step(X& x, const Tendency& tendency, double dt, const P& policy) {
  return implicit_step(x, tendency, dt, BackwardEuler{}, policy);
}
/// A compile-time error for a step without its length, and for something else in its place.
template <detail::newton_method::Unknown X, class Tendency, class... Rest>
  requires(sizeof...(Rest) == 0) || (IsOperand<Tendency> && !detail::newton_method::begins_with_a_number<Rest...>)
NewtonReport implicit_step(X&, const Tendency&, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: implicit_step takes the length of the step after the tendency, a number [s]: "
                "implicit_step(x, tendency, dt) or implicit_step(x, tendency, dt, LinearlyImplicitEuler{})");
  return {};
}
/// A compile-time error for a length that differs from place to place.
template <detail::newton_method::Unknown X, IsOperand Tendency, IsOperand Length, class... Rest>
  requires detail::newton_method::begins_with_a_number<Length>
NewtonReport implicit_step(X&, const Tendency&, const Length&, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: implicit_step of a field takes one length of the step for all columns, a number [s]; one per "
                "column it takes inside column functions: implicit_step(f, x, dt, LinearlyImplicitEuler{})");
  return {};
}
/// A compile-time error for several fields.
template <detail::newton_method::IsSeveral Several, class Second, class... Rest>
  requires(!column_functions::IsColumnValue<Second>)
NewtonReport implicit_step(const Several&, const Second&, const Rest&...) {
  static_assert(!std::is_same_v<Several, Several>,
                "stencil: implicit_step steps one field; fields that depend on each other are the components of one, "
                "CenterField<Vec<double, 2>>, or have their changes solved for in a matrix of blocks, solve(identity() "
                "- dt * jacobian(vec(f, g), wrt(a, b)), vec(dt * f, dt * g))");
  return {};
}
/// A compile-time error for a function in place of the expression.
template <detail::newton_method::Unknown X, detail::newton_method::IsFunction F, class... Rest>
NewtonReport implicit_step(X&, const F&, double, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: implicit_step of a field takes the tendency as an expression of that field, implicit_step(x, "
                "-k * x, dt); a function of values it takes inside column functions");
  return {};
}
/// A compile-time error for options without their scheme.
template <detail::newton_method::Unknown X, IsOperand Tendency, class... Rest>
NewtonReport implicit_step(X&, const Tendency&, double, const NewtonOptions&, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: the options of Newton's method are a member of its scheme: implicit_step(x, tendency, dt, "
                "BackwardEuler{.newton = {.most_iterations = 5}})");
  return {};
}
/// A compile-time error for the length before the tendency.
template <detail::newton_method::Unknown X, IsLiteral Length, IsOperand Tendency, class... Rest>
void implicit_step(X&, Length, const Tendency&, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: implicit_step takes the tendency first and then the length of the step: "
                "implicit_step(x, tendency, dt)");
}
/// A compile-time error for the tendency before the field.
template <class Tendency, detail::newton_method::Unknown X, class... Rest>
  requires(!detail::newton_method::Unknown<Tendency> && !detail::newton_method::IsSeveral<Tendency>)
NewtonReport implicit_step(const Tendency&, X&, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: implicit_step of a field takes that field, then the tendency, an expression of it, and the "
                "length of the step: implicit_step(x, -k * x, dt)");
  return {};
}

}  // namespace stencil
