// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

#include <stencil/column/reduce.hpp>
#include <stencil/column/search.hpp>
#include <stencil/matrix/first_failure.hpp>
#include <stencil/matrix/jacobian_inside.hpp>
#include <stencil/matrix/newton_options.hpp>
#include <stencil/matrix/solve.hpp>
#include <stencil/matrix/solve_slopes.hpp>

namespace stencil {

/// What newton() inside a column function gives, by name or as `auto [x, iterations, converged]`.
template <class X, class Iterations, class Converged>
struct NewtonSolution {
  X x;                    ///< the solution
  Iterations iterations;  ///< of each column
  Converged converged;    ///< whether each column has
};

namespace functions {
/// A number as one with the derivative 1.
struct UnitSlope {
  static constexpr const char* name = "wrt";
  static constexpr int cost = 0;
  template <class X>
  STENCIL_FUNCTION constexpr Dual<X, X> operator()(const X& x) const {
    return {x, X(1)};
  }
};
/// A number in the precision of the unknown.
template <class T>
struct RoundedTo {
  template <class X>
  STENCIL_FUNCTION constexpr T operator()(const X& x) const {
    return static_cast<T>(x);
  }
};
/// A step of which no value is larger than `most`.
template <class T>
struct WithinStep {
  static constexpr const char* name = "limit";
  static constexpr int cost = 4;
  T most;
  template <class X>
  STENCIL_FUNCTION constexpr X operator()(const X& step) const {
    const X high(most), low(-most);
    return where(step > high, high, where(step < low, low, step));
  }
};
}  // namespace functions

namespace column_functions {

/// A step in the precision of what it changes, which that of the function's other values may exceed.
template <class T, class Step>
STENCIL_FUNCTION constexpr auto rounded_to(const Step& step) {
  if constexpr (std::is_same_v<typename Step::value_type, T>) {
    return step;
  } else {
    return pointwise(functions::RoundedTo<T>{})(step);
  }
}

/// What a step of Newton's method subtracts from a value with levels.
template <class F, class X>
STENCIL_FUNCTION constexpr auto newton_change(const F& f, const X& x) {
  if constexpr (!std::is_same_v<typename X::location, Surface>) {
    using Lane = std::remove_cvref_t<decltype(lane_of(x))>;
    using Linear = std::remove_cvref_t<decltype(with_slopes(f, x))>;
    if constexpr (eliminates_slopes<Lane, Linear, X>) {
      return solved_from_slopes(with_slopes(f, x));
    } else {
      const auto linear = value_and_slopes<IsRead::once>(f, x);
      return solve(linear.template get<1>(), linear.template get<0>());
    }
  } else {
    // What f takes from outside may have a derivative, which would be added to the slope.
    [[maybe_unused]] constexpr bool once = differentiated_once<!gives_slope<std::remove_cvref_t<decltype(f(x))>>>();
    const auto result = f(lane_of(x).pointwise(functions::UnitSlope{}, x));
    constexpr bool per_column = std::is_same_v<typename std::remove_cvref_t<decltype(result)>::location, Surface>;
    static_assert(per_column,
                  "stencil: newton from a value per column takes a function that gives a value per column too; take a "
                  "sum or one level of what it gives, or start from a value at centers or faces");
    if constexpr (per_column) {
      const auto& lane = lane_of(result);
      return lane.pointwise(functions::TakeValue{}, result) / lane.pointwise(functions::TakeSlope{}, result);
    } else {
      return x;
    }
  }
}
/// The magnitude of a column's largest value.
template <class X>
STENCIL_FUNCTION constexpr auto largest_of_column(const X& x) {
  if constexpr (std::is_same_v<typename X::location, Surface>) {
    return abs(x);
  } else {
    return column_max(broadcasted<IsRead::once>(functions::Abs{}, x));
  }
}

/// Whether a condition at levels, or per column, holds in all of the column.
template <class Condition>
STENCIL_FUNCTION constexpr auto holds_in_column(const Condition& condition) {
  constexpr bool is_condition = std::is_same_v<typename Condition::value_type, bool>;
  static_assert(is_condition,
                "stencil: what newton takes after its options is a function of a value that gives a condition, at "
                "levels or per column: [](auto x) { return x > 0.0; }");
  if constexpr (!is_condition || std::is_same_v<typename Condition::location, Surface>) {
    return condition;
  } else {
    return first_level_where(broadcasted<IsRead::once>(functions::Not{}, condition), from_bottom) == int{no_level};
  }
}
/// Whether newton solves for such values: numbers, or numbers with derivatives, which it refuses by a sentence of their
/// own.
template <class X>
inline constexpr bool newton_solves_for =
    std::is_floating_point_v<typename X::value_type> || has_slope<typename X::value_type>;
template <class X>
concept RefusedByNewton = IsColumnValue<X> && !newton_solves_for<X>;
/// x - step where a column is not done.
template <class Done, class X, class Step>
STENCIL_FUNCTION constexpr auto changed(const Done& done, const X& x, const Step& step) {
  return where(done, x, broadcasted<IsRead::once>(functions::Subtract{}, x, step));
}
/// Stands for a condition of newton that is not given.
struct AnyValue {};
/// How often newton halves a step: to less than 1e-9 of it.
inline constexpr int most_halvings = 30;

/// A step of Newton's method that leads to allowed values, and whether each column has one.
template <class Allowed, class X, class Step, class Done>
STENCIL_FUNCTION constexpr auto allowed_step(const Allowed& allowed, const X& x, const Step& whole, const Done& done) {
  const auto& lane = lane_of(x);
  X step = lane.to_begin_with(whole);
  auto found = done;
  auto&& counted = passes_of(lane);
  for (int i = 0; i <= most_halvings; ++i) {
    counted.begin(i);
    found = found || holds_in_column(allowed(x - step));
    if (lane.all_columns(found)) break;
    step = lane.to_begin_with(
        where(found, step, broadcasted<IsRead::once>(functions::Multiply{}, as_node_beside<X>(0.5), step)));
  }
  return make_arguments(step, found);
}

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
/// not above zero.
template <class F, column_functions::IsColumnValue X, class Allowed = column_functions::AnyValue>
  requires(!IsOperand<F> && column_functions::newton_solves_for<X>)
STENCIL_FUNCTION constexpr auto newton(const F& f, const X& start, const NewtonOptions& options = {},
                                       [[maybe_unused]] const Allowed& allowed = {}) {
  using T = typename X::value_type;
  [[maybe_unused]] constexpr bool once = column_functions::differentiated_once<!column_functions::has_slope<T>>();
  const auto& lane = column_functions::lane_of(start);
  const T rounding = 4 * std::numeric_limits<T>::epsilon();
  const T tolerance = static_cast<T>(options.tolerance) > rounding ? static_cast<T>(options.tolerance) : rounding;
  const T most = static_cast<T>(options.largest_step);
  if constexpr (requires { lane.refuse(""); }) {  // before anything is computed, on the host
    if (!options.has_a_step()) lane.refuse("newton: the largest step must be above zero; leave it out for no limit");
  }
  X x = start;
  auto iterations = column_functions::as_value(lane, ScalarNode<int>{0});
  auto converged = column_functions::as_value(lane, ScalarNode<bool>{false});
  auto done = converged;
  const auto smallest = rounding * column_functions::largest_of_column(start);
  auto&& counted = column_functions::passes_of(lane);
  for (int i = 0; i < options.most_iterations; ++i) {
    counted.begin(i);
    const auto change = column_functions::rounded_to<T>(column_functions::newton_change(f, x));
    const auto step = broadcasted(functions::WithinStep<T>{most}, change);
    iterations = where(done, iterations, iterations + 1);
    const auto largest = column_functions::largest_of_column(change);
    auto fails = broadcasted(functions::IsNoNumber{}, largest);
    if constexpr (std::is_same_v<Allowed, column_functions::AnyValue>) {
      x = lane.to_begin_with(column_functions::changed(done, x, step));
    } else {
      const auto shorter = column_functions::allowed_step(allowed, x, step, done || fails);
      fails = fails || !argument_at<1>(shorter);
      x = lane.to_begin_with(column_functions::changed(done || fails, x, argument_at<0>(shorter)));
    }
    converged =
        converged || (!done && !fails && largest <= max(tolerance * column_functions::largest_of_column(x), smallest));
    done = done || fails || converged;
    if (lane.all_columns(done)) break;
  }
  return NewtonSolution<X, decltype(iterations), decltype(converged)>{x, iterations, converged};
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
