// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <type_traits>

#include <stencil/column/reduce.hpp>
#include <stencil/matrix/first_failure.hpp>
#include <stencil/matrix/jacobian_inside.hpp>
#include <stencil/matrix/solve.hpp>

namespace stencil {

/// When newton() inside a column function stops, in each column by itself.
struct ColumnNewtonOptions {
  double tolerance = 1e-10;  ///< of the last change, relative to the column's largest value; not below the rounding of
                             ///< that or of the largest value that it started from
  int most_iterations = 20;  ///< a column that has not converged by then keeps what it has
  double largest_step = std::numeric_limits<double>::infinity();  ///< of one value, in the units of x
};

/// Inside a column function: the x with f(x) = 0 in every column, by Newton's iteration from `start`, a value at
/// centers or faces; f: a function of such a value, whose Jacobian is derived from its formula. Gives results: x, the
/// number of iterations of each column, and whether the column converged: `auto [x, iterations, converged] = newton(f,
/// start)`. A column that has converged does not change any more, whatever the others do; nor does one where a change
/// is no number, because a pivot vanished or the residual is none: it has not converged.
template <class F, column_functions::IsColumnValue X>
  requires(!Operand<F>)
STENCIL_FUNCTION constexpr auto newton(const F& f, const X& start, const ColumnNewtonOptions& options = {}) {
  using T = typename X::value_type;
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

}  // namespace stencil
