// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <stencil/assign/assign.hpp>
#include <stencil/column/global.hpp>
#include <stencil/column/reduce.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>
#include <stencil/matrix/jacobian.hpp>
#include <stencil/matrix/largest_change.hpp>
#include <stencil/matrix/newton_arguments.hpp>
#include <stencil/matrix/solve.hpp>
#include <stencil/matrix/solve_error.hpp>

/// Newton's method by iterations of all columns, each of several kernels, with all that is known of them in fields.
namespace stencil::detail::newton_method {

/// The result of work(). If that throws, restore() puts back what it has changed.
template <class Restore, class Work>
auto or_as_before(const Restore& restore, const Work& work) {
  try {
    return work();
  } catch (...) {
    restore();
    throw;
  }
}

/// Each component of a step, at most so large.
template <class T>
struct Limit {
  T limit;
  template <std::size_t N>
  STENCIL_FUNCTION constexpr Vec<T, N> operator()(Vec<T, N> step) const {
    for (T& x : step.component) x = x > limit ? limit : x < -limit ? -limit : x;
    return step;
  }
};
template <class T, class F>
auto limited(const F& change, const NewtonOptions& how) {
  const auto limit = how.largest_step_of<scalar_of<T>>();
  if constexpr (is_vec<T>) {
    return pointwise(Limit<scalar_of<T>>{limit})(change);
  } else {
    return min(max(change, -limit), limit);
  }
}

/// Solves residual(x) = 0 as newton() says, for values of any type, and throws what that throws.
template <class X, class Residual, class P>
NewtonReport newton_by_iterations(X& x, const Residual& residual, const NewtonOptions& how, const P& policy) {
  using T = typename X::value_type;
  using F = Copy<X>;
  using PerColumn = SurfaceField<double, typename F::backend>;
  F change(x.grid()), before(x.grid());
  PerColumn start(x.grid()), now(x.grid()), changed(x.grid()), last(x.grid()), excess(x.grid()), left(x.grid());
  copy(before, x, policy);
  wait_for<typename F::backend>(policy);
  find_largest<F>(start, before, policy);
  excess = 1.0;
  const Excess<scalar_of<T>> excess_of{functions::AllowedChange<scalar_of<T>>(how.tolerance, how.absolute_tolerance)};
  const auto iterate = [&] {
    const auto fail = [](const std::string& what, const Largest& where) {
      throw SolveError("newton: " + what, where.column, where.level);
    };
    NewtonReport report;
    for (report.iterations = 1; report.iterations <= how.most_iterations; ++report.iterations) {
      assign(change, solve(jacobian(residual, wrt(x)), residual), policy);
      wait_for<typename F::backend>(policy);
      // In columns that have converged the Jacobian may have vanished by now.
      const auto next = where(excess > 0.0, x - limited<T>(change, how), x);
      changed = where(excess > 0.0, column_max(magnitudes(change)), last);
      find_largest<F>(now, next, policy);
      left = pointwise(excess_of)(excess, changed, last, now, start);
      const double most = global_max(left);
      if (!is_finite(most)) {
        const auto solved = excess.to_host();
        const auto unsolved = largest(change, solved);
        assign(change, residual, policy);
        wait_for<typename F::backend>(policy);
        const auto size = largest(change, solved);
        if (!is_finite(size.value)) fail("the residual is not a number", size);
        fail("a pivot vanished, the Jacobian is singular", unsolved);
      }
      assign(x, next, policy);
      wait_for<typename F::backend>(policy);
      std::swap(changed, last);
      std::swap(left, excess);
      if (most == 0) {
        report.last_change = global_max(last);
        return report;
      }
    }
    const auto worst = furthest(largest_of_columns(change), excess.to_host());
    char size[32];  // std::to_string would write small numbers as 0.000000
    std::snprintf(size, sizeof size, "%.3g", worst.value);
    fail("no convergence in " + std::to_string(how.most_iterations) + " iterations, the last change is " + size, worst);
    return report;
  };
  return or_as_before([&] { copy(x, before, policy); }, iterate);
}

}  // namespace stencil::detail::newton_method
