// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <stencil/matrix/implicit_schemes.hpp>
#include <stencil/matrix/newton.hpp>

/// Implicit steps of dx/dt = tendency with the exact Jacobian.
namespace stencil {

namespace detail::newton_method {
template <class F, class P>
void require_stage(const F& change, const P& how) {
  wait_for<F>(how);
  if (is_finite_everywhere(change)) return;
  const auto size = largest(change);
  throw SolveError("implicit_step: the stage is not a number", size.column, size.level);
}
}  // namespace detail::newton_method

/// Advances x from time t to t + dt [s] by an implicit step of dx/dt = tendency. x: a field or a wrapped array;
/// tendency: an expression of it at its location, in the units of x / s. policy: as that of newton. Throws as newton
/// does; then x keeps its values. By backward Euler: the new x solves x - old x - dt tendency(x) = 0. Returns what
/// newton() did.
template <detail::newton_method::Unknown X, IsOperand Tendency, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
NewtonReport implicit_step(X& x, const Tendency& tendency, double dt, const BackwardEuler& scheme = {},
                           const P& policy = {}) {
  detail::newton_method::Copy<X> old(x.grid());
  detail::newton_method::copy(old, x, policy);
  return newton(x, x - old - dt * tendency, scheme.newton, policy);
}
/// The same by one linear system: the new x is x + (1 - dt J)^-1 dt tendency(x), J being the Jacobian of the tendency.
template <detail::newton_method::Unknown X, IsOperand Tendency, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
void implicit_step(X& x, const Tendency& tendency, double dt, const LinearlyImplicitEuler&, const P& policy = {}) {
  detail::newton_method::require_fixed_mask(policy.mask, as_node(x));
  detail::newton_method::Copy<X> change(x.grid());
  assign(change, solve(identity() - dt * jacobian(tendency, wrt(x)), dt * tendency), policy);
  detail::newton_method::require_stage(change, policy);
  assign(x, x + change, policy);
}
/// The same by two systems with one matrix: the new x is x + 3/2 k1 + 1/2 k2 with (1 - gamma dt J) k1 = dt tendency(x),
/// (1 - gamma dt J) k2 = dt tendency(x + k1) - 2 k1 and gamma = 1 - sqrt(1/2) (Verwer et al. 1999, SIAM J. Sci. Comput.
/// 20).
template <detail::newton_method::Unknown X, IsOperand Tendency, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
void implicit_step(X& x, const Tendency& tendency, double dt, const Rosenbrock2&, const P& policy = {}) {
  detail::newton_method::require_fixed_mask(policy.mask, as_node(x));
  using F = detail::newton_method::Copy<X>;
  const double gamma = 1 - std::sqrt(0.5);
  F old(x.grid()), first(x.grid()), second(x.grid());
  detail::newton_method::copy(old, x, policy);
  const auto rows = jacobian(tendency, wrt(x));
  Field<typename decltype(rows)::value_type, typename F::location, typename F::backend, typename F::layout_type> matrix(
      x.grid());
  assign(matrix, rows, policy);
  const auto system = identity() - gamma * dt * matrix;
  assign(first, solve(system, dt * tendency), policy);
  detail::newton_method::or_as_before(x, old, policy, [&] {
    detail::newton_method::require_stage(first, policy);
    assign(x, old + first, policy);
    assign(second, solve(system, dt * tendency - 2 * first), policy);
    detail::newton_method::require_stage(second, policy);
    assign(x, old + 1.5 * first + 0.5 * second, policy);
  });
}
/// The same by backward Euler with a policy and the usual options.
template <detail::newton_method::Unknown X, IsOperand Tendency, class P>
  requires IsPolicy<P>
NewtonReport implicit_step(X& x, const Tendency& tendency, double dt, const P& policy) {
  return implicit_step(x, tendency, dt, BackwardEuler{}, policy);
}
/// A compile-time error for a step without its length.
template <detail::newton_method::Unknown X, class Tendency>
NewtonReport implicit_step(X&, const Tendency&) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: implicit_step takes the length of the step after the tendency, a number [s]: "
                "implicit_step(x, tendency, dt) or implicit_step(x, tendency, dt, LinearlyImplicitEuler{})");
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
  requires(!detail::newton_method::Unknown<Tendency>)
NewtonReport implicit_step(const Tendency&, X&, const Rest&...) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: implicit_step of a field takes that field, then the tendency, an expression of it, and the "
                "length of the step: implicit_step(x, -k * x, dt)");
  return {};
}

}  // namespace stencil
