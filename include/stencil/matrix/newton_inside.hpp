// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

#include <stencil/column/reduce.hpp>
#include <stencil/matrix/first_failure.hpp>
#include <stencil/matrix/jacobian_inside.hpp>
#include <stencil/matrix/newton_options.hpp>
#include <stencil/matrix/solve.hpp>

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
}  // namespace functions

namespace column_functions {

/// What Newton's method takes off a value with levels.
template <class F, class X>
STENCIL_FUNCTION constexpr auto newton_change(const F& f, const X& x) {
  if constexpr (!std::is_same_v<typename X::location, Surface>) {
    const auto linear = value_and_jacobian(f, x);
    return solve(linear.template get<1>(), linear.template get<0>());
  } else {
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
    return column_max(abs(x));
  }
}

}  // namespace column_functions

/// Inside a column function: solves f(x) = 0 in every column by Newton's method, starting from `start`, a value at
/// centers, at faces or per column. f: a function of such a value, which gives one at the same location; its exact
/// derivative is used. The results are x and, for each column, the number of iterations and whether it converged: `auto
/// [x, iterations, converged] = newton(f, start)`. The values of a column do not change any more when it has converged.
/// Neither do those of a column where a change is NaN, because a pivot is zero or the residual is NaN; such a column
/// has not converged.
template <class F, column_functions::IsColumnValue X>
  requires(!Operand<F>)
STENCIL_FUNCTION constexpr auto newton(const F& f, const X& start, const NewtonOptions& options = {}) {
  using T = typename X::value_type;
  [[maybe_unused]] constexpr bool once = column_functions::differentiated_once<!column_functions::has_slope<T>>();
  const auto& lane = column_functions::lane_of(start);
  const T rounding = 4 * std::numeric_limits<T>::epsilon();
  const T tolerance = static_cast<T>(options.tolerance) > rounding ? static_cast<T>(options.tolerance) : rounding;
  const T most = static_cast<T>(options.largest_step);
  X x = start;
  auto iterations = column_functions::as_value(lane, Scalar<int>{0});
  auto converged = column_functions::as_value(lane, Scalar<bool>{false});
  auto done = converged;
  const auto smallest = rounding * column_functions::largest_of_column(start);
  auto&& counted = column_functions::passes_of(lane);
  for (int i = 0; i < options.most_iterations; ++i) {
    counted.begin(i);
    const auto change = column_functions::newton_change(f, x);
    const auto step = where(change > most, most, where(change < -most, -most, change));
    x = lane.to_begin_with(where(done, x, x - step));
    iterations = where(done, iterations, iterations + 1);
    const auto largest = column_functions::largest_of_column(change);
    const auto fails = broadcasted(functions::IsNoNumber{}, largest);
    converged =
        converged || (!done && !fails && largest <= max(tolerance * column_functions::largest_of_column(x), smallest));
    done = done || fails || converged;
    if (lane.all_columns(done)) break;
  }
  return NewtonSolution<X, decltype(iterations), decltype(converged)>{x, iterations, converged};
}
/// A compile-time error for a start that is a number.
template <class F, Literal X>
  requires(!Operand<F>)
constexpr auto newton(const F&, const X&, const NewtonOptions& = {}) {
  static_assert(
      !std::is_same_v<X, X>,
      "stencil: newton inside a column function starts from a value at centers, at faces or per column; begin "
      "with a number as newton(f, 1.0 + 0.0 * x)");
  return NewtonSolution<double, int, bool>{};
}

}  // namespace stencil
