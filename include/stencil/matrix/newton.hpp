// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>

#include <stencil/assign/assign.hpp>
#include <stencil/error.hpp>
#include <stencil/field.hpp>
#include <stencil/finite.hpp>
#include <stencil/matrix/jacobian.hpp>
#include <stencil/matrix/largest_change.hpp>
#include <stencil/matrix/newton_arguments.hpp>
#include <stencil/matrix/newton_options.hpp>
#include <stencil/matrix/occurs.hpp>
#include <stencil/matrix/solve.hpp>

namespace stencil {

/// Thrown if the system of a column could not be solved; it tells the column and the level.
class SolveError : public Error {
 public:
  SolveError(const std::string& what, std::size_t column, int level)
      : Error(what + " in column " + std::to_string(column) + " at level " + std::to_string(level)),
        column_(column),
        level_(level) {}
  /// The column that could not be solved.
  std::size_t column() const { return column_; }
  /// The level of the value that is not a number or has not converged, counted from 0 at the bottom.
  int level() const { return level_; }

 private:
  std::size_t column_;
  int level_;
};

namespace detail::newton_method {

/// The result of work(). If that throws, the field gets its old values back.
template <class F, class Before, class P, class Work>
auto or_as_before(F& field, const Before& before, const P& how, const Work& work) {
  try {
    return work();
  } catch (...) {
    copy(field, before, how);
    throw;
  }
}

/// Each component of a step, at most so large.
struct Limit {
  double most;
  template <class T, std::size_t N>
  STENCIL_FUNCTION constexpr Vec<T, N> operator()(Vec<T, N> step) const {
    const T limit = static_cast<T>(most);
    for (T& x : step.component) x = x > limit ? limit : x < -limit ? -limit : x;
    return step;
  }
};
template <class T, class F>
auto limited(const F& change, double most) {
  if constexpr (is_vec<T>) {
    return pointwise(Limit{most})(change);
  } else {
    const auto limit = static_cast<T>(most);
    return min(max(change, -limit), limit);
  }
}

/// Whether a mask leaves columns whole; a compile-time error if not.
template <class Mask>
constexpr bool leaves_columns_whole() {
  constexpr bool whole = [] {
    if constexpr (std::is_same_v<Mask, NoMask>) {
      return true;
    } else {
      return std::is_same_v<typename Mask::location, Surface>;
    }
  }();
  static_assert(whole,
                "stencil: newton and implicit_step solve for all levels of a column, so their mask has one value per "
                "column; for some of its levels write active_levels(first, last)");
  return whole;
}
/// Throws Error if a policy's mask reads the unknown, since it would be another one in each iteration. A compile-time
/// error if it does not leave columns whole.
template <class Mask, class Leaf>
void require_fixed_mask(const Mask& mask, const Leaf& unknown) {
  if constexpr (leaves_columns_whole<Mask>() && !std::is_same_v<Mask, NoMask>) {
    if (detail::differentiation::occurs(unknown, mask))
      throw Error("newton: the mask reads " + detail::checks::describe(unknown) +
                  ", which the iteration changes; assign the mask to a SurfaceField first");
  }
}
}  // namespace detail::newton_method

/// Solves residual(x) = 0 in every column by Newton's method with the exact Jacobian, starting from the values of x.
/// x: a field or a wrapped array; residual: an expression of it, at its location. Afterwards x is the solution. A
/// column has converged if its largest change in an iteration is below the tolerance times its largest value, or
/// below the rounding of the largest value from which it started. policy: active levels, or a mask with one value per
/// column; other levels and columns keep their values and need not converge. Throws SolveError, with column and
/// level, if a residual is NaN, a pivot is zero, or a column does not converge. Whatever it throws, x keeps its
/// values. Waits for the device once in every iteration.
template <detail::newton_method::Unknown X, IsOperand Residual, class P = AssignmentPolicy<>>
  requires IsPolicy<P>
NewtonReport newton(X& x, const Residual& residual, const NewtonOptions& how = {}, const P& policy = {}) {
  namespace method = detail::newton_method;
  using T = typename X::value_type;
  using F = method::Copy<X>;
  using Mask = std::remove_cvref_t<decltype(policy.mask)>;
  if constexpr (!method::leaves_columns_whole<Mask>() || !method::can_change<X>()) return {};
  method::require_fixed_mask(policy.mask, as_node(x));
  if (!how.has_a_step()) throw Error("newton: the largest step must be above zero; leave it out for no limit");
  F change(x.grid()), before(x.grid());
  SurfaceField<double, typename F::backend> start(x.grid()), now(x.grid()), changed(x.grid());
  method::copy(before, x, policy);
  method::wait_for<F>(policy);
  method::find_largest<F>(start, before, policy);
  const double rounding = 4.0 * std::numeric_limits<scalar_of<T>>::epsilon();
  const method::Excess excess{std::max(how.tolerance, rounding), rounding};
  return method::or_as_before(x, before, policy, [&] {
    const auto fail = [](const std::string& what, const method::Largest& where) {
      throw SolveError("newton: " + what, where.column, where.level);
    };
    NewtonReport report;
    for (report.iterations = 1; report.iterations <= how.most_iterations; ++report.iterations) {
      assign(change, solve(jacobian(residual, wrt(x)), residual), policy);
      method::wait_for<F>(policy);
      const auto next = x - method::limited<T>(change, how.largest_step);
      changed = column_max(method::magnitudes(change));
      method::find_largest<F>(now, next, policy);
      const double most = global_max(pointwise(excess)(changed, now, start));
      if (!is_finite(most)) {
        const auto unsolved = method::largest(change);
        assign(change, residual, policy);
        method::wait_for<F>(policy);
        if (const auto size = method::largest(change); !is_finite(size.value))
          fail("the residual is not a number", size);
        fail("a pivot vanished, the Jacobian is singular", unsolved);
      }
      assign(x, next, policy);
      method::wait_for<F>(policy);
      if (most == 0) {
        report.last_change = global_max(changed);
        return report;
      }
    }
    const auto last = method::furthest(method::largest_of_columns(change), now.to_host(), start.to_host(), excess);
    char size[32];  // std::to_string would write small numbers as 0.000000
    std::snprintf(size, sizeof size, "%.3g", last.value);
    fail("no convergence in " + std::to_string(how.most_iterations) + " iterations, the last change is " + size, last);
    return report;
  });
}
/// The same with a policy and the usual options.
template <detail::newton_method::Unknown X, IsOperand Residual, class P>
  requires IsPolicy<P>
NewtonReport newton(X& x, const Residual& residual, const P& policy) {
  return newton(x, residual, NewtonOptions{}, policy);
}

}  // namespace stencil
