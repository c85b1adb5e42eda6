// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <stencil/column/reduce.hpp>
#include <stencil/column/search.hpp>
#include <stencil/columnwise/passes.hpp>
#include <stencil/columnwise/rounded.hpp>
#include <stencil/matrix/convergence.hpp>
#include <stencil/matrix/first_failure.hpp>
#include <stencil/matrix/jacobian_inside.hpp>
#include <stencil/matrix/newton_options.hpp>
#include <stencil/matrix/solve.hpp>
#include <stencil/matrix/solve_slopes.hpp>

/// Steps of Newton's method on the values of a column.
namespace stencil {

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

/// Whether what a function gives of x has its values where x has them; a compile-time error if not.
template <class X, class Result>
STENCIL_FUNCTION constexpr bool lies_with() {
  if constexpr (IsOperand<Result>) {
    return detail::newton_method::lies_with_unknown<typename X::location, typename node_of<Result>::location>();
  } else {
    return true;
  }
}
/// A compile-time error for a function that does not depend on its parameter. x: where newton starts, also values per
/// column.
template <class F, class X>
STENCIL_FUNCTION constexpr void require_dependence(const F& f, const X& x) {
  if constexpr (std::is_same_v<typename X::location, Surface>) {
    require_dependence<X, std::remove_cvref_t<decltype(f(lane_of(x).pointwise(functions::UnitSlope{}, x)))>>();
  } else {
    require_dependence<X, decltype(with_slopes(f, x))>();
  }
}
/// What a step of Newton's method subtracts from a value with levels.
template <class F, class X>
STENCIL_FUNCTION constexpr auto newton_change(const F& f, const X& x) {
  if constexpr (!std::is_same_v<typename X::location, Surface>) {
    using Lane = std::remove_cvref_t<decltype(lane_of(x))>;
    using Linear = std::remove_cvref_t<decltype(with_slopes(f, x))>;
    if constexpr (!lies_with<X, Linear>()) {
      return x;
    } else if constexpr (eliminates_slopes<Lane, Linear, X>) {
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
  auto&& passes = passes_of(lane);
  for (int i = 0; i <= most_halvings; ++i) {
    passes.begin(i);
    passes.put(found, found || holds_in_column(allowed(x - step)));
    if (lane.all_columns(found)) break;
    passes.leave_out(found);
    passes.put(step, lane.to_begin_with(where(
                         found, step, broadcasted<IsRead::once>(functions::Multiply{}, as_node_beside<X>(0.5), step))));
  }
  return make_arguments(step, found);
}

/// What steps of Newton's method lead to.
template <class X, class Iterations, class Converged, class Change>
struct NewtonSteps {
  X x;                    ///< the last values
  Iterations iterations;  ///< of each column
  Converged converged;    ///< whether each column has
  Change change;          ///< the largest of each column in its last iteration
};

/// Newton's method for f(x) = 0 from `start` on, as newton() inside column functions describes it.
template <class F, class X, class Allowed = AnyValue>
STENCIL_FUNCTION constexpr auto newton_steps(const F& f, const X& start, const NewtonOptions& options,
                                             [[maybe_unused]] const Allowed& allowed = {}) {
  using T = typename X::value_type;
  [[maybe_unused]] constexpr bool once = differentiated_once<!has_slope<T>>();
  const auto& lane = lane_of(start);
  const functions::AllowedChange<T> allowed_change(options.tolerance, options.absolute_tolerance);
  const T most = options.largest_step_of<T>();
  if constexpr (requires { lane.refuse(""); }) {  // before anything is computed, on the host
    if (const char* const complaint = options.complaint()) lane.refuse(complaint);
  }
  X x = start;
  auto iterations = as_value(lane, ScalarNode<int>{0});
  auto converged = as_value(lane, ScalarNode<bool>{false});
  auto done = converged;
  auto last = as_value(lane, ScalarNode<T>{0});
  const auto begun = largest_of_column(start);
  auto&& passes = passes_of(lane);
  for (int i = 0; i < options.most_iterations; ++i) {
    passes.begin(i);
    const auto change = rounded_to<T>(newton_change(f, x));
    const auto step = broadcasted(functions::WithinStep<T>{most}, change);
    passes.put(iterations, where(done, iterations, iterations + 1));
    const auto largest = largest_of_column(change);
    auto fails = broadcasted(functions::IsNoNumber{}, largest);
    if constexpr (std::is_same_v<Allowed, AnyValue>) {
      passes.put(x, lane.to_begin_with(changed(done, x, step)));
    } else {
      const auto shorter = allowed_step(allowed, x, step, done || fails);
      fails = fails || !argument_at<1>(shorter);
      passes.put(x, lane.to_begin_with(changed(done || fails, x, argument_at<0>(shorter))));
    }
    const auto size = largest_of_column(x);
    fails = fails || broadcasted(functions::IsNoNumber{}, size);
    passes.put(converged,
               converged || (!done && !fails && largest <= broadcasted(allowed_change, largest, last, size, begun)));
    passes.put(last, where(done, last, largest));
    passes.put(done, done || fails || converged);
    if (lane.all_columns(done)) break;
    passes.leave_out(done);
  }
  return NewtonSteps<X, decltype(iterations), decltype(converged), decltype(last)>{x, iterations, converged, last};
}

}  // namespace column_functions

}  // namespace stencil
