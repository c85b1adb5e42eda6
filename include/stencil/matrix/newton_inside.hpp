// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/matrix/newton_steps.hpp>

/// Newton's method inside column functions.
namespace stencil {

/// What newton() inside a column function gives, by name or as `auto [x, iterations, converged]`.
template <class X, class Iterations, class Converged>
struct STENCIL_NEW_VALUE NewtonSolution {
  struct stencil_solution {};
  X x;                    ///< the solution
  Iterations iterations;  ///< of each column
  Converged converged;    ///< whether each column has
};

namespace column_functions {

/// @{
/// Compile-time errors for what newton takes after the start.
template <class F, class X>
STENCIL_FUNCTION constexpr auto refuse_several_values(const X& start) {
  static_assert(
      !std::is_same_v<F, F>,
      "stencil: newton inside a column function finds one value; of several take steps of your own in repeat_until, "
      "with the Jacobians by each of them: solve(blocks<2>(a, b, c, d), vec(f, g))");
  return NewtonSolution<X, int, bool>{start, 0, false};
}
template <class F, class X>
STENCIL_FUNCTION constexpr auto refuse_function_before_options(const X& start) {
  static_assert(!std::is_same_v<F, F>,
                "stencil: the function that says which values newton may take stands after its options: "
                "newton(f, start, {}, [](auto x) { return x > 0.0; })");
  return NewtonSolution<X, int, bool>{start, 0, false};
}
/// @}

}  // namespace column_functions

/// Inside a column function: solves f(x) = 0 in every column by Newton's method, starting from `start`, a value at
/// centers, at faces or per column. f: a function of such a value, which gives one at the same location; its exact
/// derivative is used. The results are x and, for each column, the number of iterations and whether it converged: `auto
/// [x, iterations, converged] = newton(f, start)`. The values of a column do not change any more when it has converged.
/// Where a change is NaN, because a pivot is zero or the residual is NaN, the column ends with it, as NaN, and has not
/// converged.
/// allowed: what all values of the iteration must satisfy, if that is given: a function of a value like x that gives a
/// condition, at levels or per column. `start` satisfies it. A step that leads to values that do not is halved, at most
/// 30 times, until it holds in all of the column, so that a thickness stays positive. A column without such a step, or
/// where a change is NaN, keeps its values and has not converged. The assignment throws Error if the largest step is
/// not above zero, the tolerance no number or below zero, or the number of iterations below one.
template <class F, column_functions::IsColumnValue X, class Allowed = column_functions::AnyValue>
  requires(!IsOperand<F> && column_functions::newton_solves_for<X>)
STENCIL_FUNCTION constexpr auto newton(const F& f, const X& start, const NewtonOptions& options = {},
                                       const Allowed& allowed = {}) {
  column_functions::require_dependence(f, start);
  const auto steps = column_functions::newton_steps(f, start, options, allowed);
  return NewtonSolution<X, decltype(steps.iterations), decltype(steps.converged)>{steps.x, steps.iterations,
                                                                                  steps.converged};
}
/// Compile-time errors for a start with values of Vec or of integers, and for one that is a number.
template <class F, column_functions::RefusedByNewton X, class Allowed = column_functions::AnyValue>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto newton(const F&, const X& start, const NewtonOptions& = {}, const Allowed& = {}) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: inside a column function newton and implicit_step solve for values of float or double; for "
                "values of Vec call them outside, with fields: newton(x, residual) or implicit_step(x, tendency, dt)");
  return NewtonSolution<X, int, bool>{start, 0, false};
}
template <class F, IsLiteral X, class Allowed = column_functions::AnyValue>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto newton(const F&, const X&, const NewtonOptions& = {}, const Allowed& = {}) {
  static_assert(
      !std::is_same_v<X, X>,
      "stencil: newton inside a column function starts from a value at centers, at faces or per column; begin "
      "with a number as newton(f, 1.0 + 0.0 * x)");
  return NewtonSolution<double, int, bool>{};
}
template <class F>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto newton(const F&) {
  static_assert(!std::is_same_v<F, F>,
                "stencil: newton takes a function and the value where it starts: "
                "newton([&](auto x) { return x * x - q; }, start)");
}
template <IsOperand F, class X>
  requires(column_functions::IsColumnValue<F> || column_functions::IsColumnValue<X>)
STENCIL_FUNCTION constexpr auto newton(const F&, const X&, const NewtonOptions& = {}) {
  constexpr bool is_function = !IsOperand<F>;
  static_assert(is_function,
                "stencil: inside a column function newton takes a function, whose zero it finds, and then where it "
                "starts: newton([&](auto x) { return x * x - q; }, start)");
}
/// @{
/// Compile-time errors for other arguments after the start. Some name NewtonOptions because no parameter is deduced
/// from braces.
template <class F, column_functions::IsColumnValue X, IsOperand Second, class... Rest>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto newton(const F&, const X& start, const Second&, const Rest&...) {
  return column_functions::refuse_several_values<F>(start);
}
template <class F, column_functions::IsColumnValue X, IsOperand Second, class... Rest>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto newton(const F&, const X& start, const Second&, const NewtonOptions&, const Rest&...) {
  return column_functions::refuse_several_values<F>(start);
}
template <class F, column_functions::IsColumnValue X, class Allowed>
  requires(!IsOperand<F> && !IsOperand<Allowed> && !IsLiteral<Allowed> &&
           !std::is_convertible_v<Allowed, NewtonOptions>)
STENCIL_FUNCTION constexpr auto newton(const F&, const X& start, const Allowed&) {
  return column_functions::refuse_function_before_options<F>(start);
}
template <class F, column_functions::IsColumnValue X, class Allowed>
  requires(!IsOperand<F> && !IsOperand<Allowed> && !IsLiteral<Allowed> &&
           !std::is_convertible_v<Allowed, NewtonOptions>)
STENCIL_FUNCTION constexpr auto newton(const F&, const X& start, const Allowed&, const NewtonOptions&) {
  return column_functions::refuse_function_before_options<F>(start);
}
template <class F, column_functions::IsColumnValue X, IsLiteral Option, class... Rest>
  requires(!IsOperand<F>)
STENCIL_FUNCTION constexpr auto newton(const F&, const X& start, const Option&, const Rest&...) {
  static_assert(!std::is_same_v<F, F>,
                "stencil: what newton takes after the start are its options, by their names: "
                "newton(f, start, NewtonOptions{.tolerance = 1e-6})");
  return NewtonSolution<X, int, bool>{start, 0, false};
}
/// @}

}  // namespace stencil
