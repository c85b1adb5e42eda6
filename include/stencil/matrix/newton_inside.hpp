// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

#include <stencil/column/reduce.hpp>
#include <stencil/matrix/first_failure.hpp>
#include <stencil/matrix/jacobian_inside.hpp>
#include <stencil/matrix/solve.hpp>

namespace stencil {

/// When newton() inside a column function stops, for each column separately.
struct ColumnNewtonOptions {
  double tolerance = 1e-10;  ///< largest change in the last iteration, divided by the column's largest value; the
                             ///< rounding of that, and of the largest value at the start, is always allowed
  int most_iterations = 20;  ///< columns that have not converged then keep their values
  double largest_step = std::numeric_limits<double>::infinity();  ///< of one value in an iteration, in the units of x
};

/// Inside a column function: solves f(x) = 0 in every column by Newton's method, starting from `start`, a value at
/// centers or faces. f: a function of such a value; its exact Jacobian is used. The results are x and, for each column,
/// the number of iterations and whether it converged: `auto [x, iterations, converged] = newton(f, start)`. The values
/// of a column do not change any more when it has converged. Neither do those of a column where a change is NaN,
/// because a pivot is zero or the residual is NaN; such a column has not converged.
template <class F, column_functions::IsColumnValue X>
  requires(!Operand<F>)
STENCIL_FUNCTION constexpr auto newton(const F& f, const X& start, const ColumnNewtonOptions& options = {}) {
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
  const auto smallest = rounding * column_max(abs(start));
  auto&& counted = column_functions::passes_of(lane);
  for (int i = 0; i < options.most_iterations; ++i) {
    counted.begin(i);
    const auto linear = value_and_jacobian(f, x);
    const auto change = solve(linear.template get<1>(), linear.template get<0>());
    const auto step = where(change > most, most, where(change < -most, -most, change));
    x = lane.to_begin_with(where(done, x, x - step));
    iterations = where(done, iterations, iterations + 1);
    const auto largest = column_max(abs(change));
    const auto fails = broadcasted(functions::IsNoNumber{}, largest);
    converged = converged || (!done && !fails && largest <= max(tolerance * column_max(abs(x)), smallest));
    done = done || fails || converged;
    if (lane.all_columns(done)) break;
  }
  return results(x, iterations, converged);
}
/// A compile-time error for a start that is a number.
template <class F, Literal X>
  requires(!Operand<F>)
constexpr auto newton(const F&, const X&, const ColumnNewtonOptions& = {}) {
  static_assert(!std::is_same_v<X, X>,
                "stencil: newton inside a column function starts from a value at centers or faces; begin with a number "
                "as newton(f, 1.0 + 0.0 * x)");
  return results(0.0, 0, false);
}

}  // namespace stencil
