// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

#include <stencil/matrix/implicit_schemes.hpp>
#include <stencil/matrix/jacobian_inside.hpp>
#include <stencil/matrix/newton_inside.hpp>
#include <stencil/matrix/solve.hpp>
#include <stencil/parameters.hpp>

/// Implicit steps of dx/dt = f(x) inside column functions.
namespace stencil {

namespace column_functions {
/// A time step beside the values of x, a number or a value per column.
template <class Dt>
STENCIL_FUNCTION constexpr bool is_time_step() {
  if constexpr (IsLiteral<Dt>) {
    return true;
  } else if constexpr (IsOperand<Dt>) {
    constexpr bool per_column = std::is_same_v<typename node_of<Dt>::location, Surface>;
    static_assert(per_column,
                  "stencil: the time step of implicit_step is a number or a value per column; at every level of a "
                  "column the step is as long");
    return per_column;
  } else {
    static_assert(!std::is_same_v<Dt, Dt>, "stencil: the time step of implicit_step is a number or a value per column");
    return false;
  }
}
/// Whether f(x) is a tendency of x and dt a time step; compile-time errors if not.
template <class F, class X, class Dt>
STENCIL_FUNCTION constexpr bool can_step() {
  if constexpr (!is_time_step<Dt>()) {
    return false;
  } else {
    return lies_with<X, std::remove_cvref_t<decltype(std::declval<const F&>()(std::declval<const X&>()))>>();
  }
}
/// A step of Rosenbrock2, also of a tendency without a derivative.
template <class F, class X, class Dt>
STENCIL_FUNCTION constexpr auto rosenbrock_step(const F& f, const X& x, const Dt& dt) {
  const double gamma = 1 - 0.7071067811865475244;
  const auto linear = value_and_slopes<IsRead::often>(f, x);
  const auto system = factorize(identity() - gamma * dt * linear.template get<1>());
  const auto first = system.solve(dt * linear.template get<0>());
  const auto second = system.solve(dt * f(x + first) - 2.0 * first);
  return x + 1.5 * first + 0.5 * second;
}
/// Error where a time step is a number that is below zero or not finite.
template <class Dt>
STENCIL_FUNCTION constexpr void require_time_step([[maybe_unused]] const Dt& dt) {
  if constexpr (std::is_arithmetic_v<Dt>)
    static_cast<void>(detail::checks::time_step("implicit_step", static_cast<double>(dt)));
}
/// A compile-time error for several values. What a step by these schemes would give, so that no other error follows.
template <class F, class... Scheme, class X>
STENCIL_FUNCTION constexpr auto refuse_values_of_step(const X& x) {
  static_assert(!std::is_same_v<F, F>,
                "stencil: inside a column function implicit_step steps one value; values that do not depend on each "
                "other are stepped one by one, each([&](auto y) { return implicit_step(f, y, dt, "
                "LinearlyImplicitEuler{}); }, q), and others with a matrix of blocks: solve(blocks<2>(a, b, c, d), "
                "vec(f, g))");
  if constexpr ((std::is_same_v<Scheme, LinearlyImplicitEuler> || ... || false) ||
                (std::is_same_v<Scheme, Rosenbrock2> || ... || false)) {
    return x;
  } else {
    return NewtonSolution<X, int, bool>{x, 0, false};
  }
}
}  // namespace column_functions

/// Inside a column function: what x [units of x] at time t is at t + dt [s], by one implicit step of dx/dt = f(x). f: a
/// function of a value like x, which gives its tendency [units of x / s] at the same location, sources among it; its
/// exact Jacobian is used. x: a value of float or double at centers or faces. dt: a number or a value per column. The
/// scheme is as for fields:
///   LinearlyImplicitEuler: x + (1 - dt J)^-1 dt f(x), a value;
///   Rosenbrock2: x + 3/2 k1 + 1/2 k2 with (1 - gamma dt J) k1 = dt f(x), (1 - gamma dt J) k2 = dt f(x + k1) - 2 k1 and
///     gamma = 1 - sqrt(1/2), a value (Verwer et al. 1999, SIAM J. Sci. Comput. 20);
///   BackwardEuler: what newton gives for y - x - dt f(y) = 0, with the members x, iterations and converged.
/// The assignment throws Error where dt is a number that is not finite or below zero. Nothing else is thrown: as from
/// solve and newton, a zero pivot gives infinities or NaN.
template <class F, column_functions::IsColumnValue X, class Dt>
  requires(!IsOperand<F> && column_functions::newton_solves_for<X>)
STENCIL_FUNCTION constexpr auto implicit_step(const F& f, const X& x, const Dt& dt, const LinearlyImplicitEuler&) {
  if constexpr (column_functions::can_step<F, X, Dt>()) {
    column_functions::require_time_step(dt);
    const auto linear = value_and_jacobian(f, x);
    return x + solve(identity() - dt * linear.template get<1>(), dt * linear.template get<0>());
  }
}
template <class F, column_functions::IsColumnValue X, class Dt>
  requires(!IsOperand<F> && column_functions::newton_solves_for<X>)
STENCIL_FUNCTION constexpr auto implicit_step(const F& f, const X& x, const Dt& dt, const Rosenbrock2&) {
  if constexpr (column_functions::is_time_step<Dt>()) {
    column_functions::require_time_step(dt);
    column_functions::require_dependence(f, x);
    return column_functions::rosenbrock_step(f, x, dt);
  }
}
template <class F, column_functions::IsColumnValue X, class Dt>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto implicit_step(const F& f, const X& x, const Dt& dt, const BackwardEuler& scheme = {}) {
  if constexpr (column_functions::can_step<F, X, Dt>()) {
    column_functions::require_time_step(dt);
    column_functions::require_dependence(f, x);  // as y - x - dt f(y) depends on y in any case
    return newton([&](const auto& y) { return y - x - dt * f(y); }, x, scheme.newton);
  }
}

/// A compile-time error for values of Vec or of integers; newton has the sentence for them.
template <class F, column_functions::RefusedByNewton X, class Dt, class Scheme>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto implicit_step(const F& f, const X& x, const Dt&, const Scheme&) {
  return newton(f, x).x;
}
/// Compile-time errors for several values, and for an array or a struct of them.
template <class F, column_functions::IsColumnValue X, IsOperand Second, class Dt, class... Rest>
  requires(!IsOperand<F> && (IsLiteral<Dt> || IsOperand<Dt>))
STENCIL_FUNCTION constexpr auto implicit_step(const F&, const X& x, const Second&, const Dt&, const Rest&...) {
  return column_functions::refuse_values_of_step<F, Rest...>(x);
}
template <class F, class Group, class Dt, class... Rest>
  requires(column_functions::is_group<Group> && !IsOperand<F> && (IsLiteral<Dt> || IsOperand<Dt>))
STENCIL_FUNCTION constexpr auto implicit_step(const F&, const Group& x, const Dt&, const Rest&...) {
  return column_functions::refuse_values_of_step<F, Rest...>(x);
}
/// Compile-time errors for a step without its length, and for a value or a number where the function is meant.
template <class F, class X, class... Rest>
  requires(column_functions::IsColumnValue<X> && (IsOperand<F> || sizeof...(Rest) == 0)) ||
          (column_functions::IsColumnValue<F> && !IsOperand<X>) ||
          (IsLiteral<F> && (column_functions::IsColumnValue<Rest> || ...))
STENCIL_FUNCTION constexpr auto implicit_step(const F&, const X&, const Rest&...) {
  constexpr bool has_function = !IsOperand<F> && !IsLiteral<F>;
  static_assert(has_function,
                "stencil: inside a column function implicit_step takes the tendency as a function, which it calls with "
                "x: implicit_step([&](auto y) { return -k * y; }, x, dt)");
  static_assert(!has_function || sizeof...(Rest) > 0,
                "stencil: implicit_step takes the length of the step after the value, a number or a value per column "
                "[s]: implicit_step(f, x, dt) or implicit_step(f, x, dt, LinearlyImplicitEuler{})");
}

}  // namespace stencil
