// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include <stencil/config.hpp>
#include <stencil/expression/math.hpp>

/// When a column has converged by Newton's method, the same for all ways to carry it out.
namespace stencil::functions {

/// The largest change in its last iteration with which a column has converged, from this change, the one before (zero
/// in the first iteration), its largest value now and that at the start. T: the type of the values, whose rounding
/// counts.
template <class T>
struct AllowedChange {
  static constexpr const char* name = "allowed change";
  static constexpr int cost = 7;
  static constexpr T rounding = 4 * std::numeric_limits<T>::epsilon();
  /// Half of a number's digits. Where a change is so much smaller than the one before, the next one is below all of
  /// them.
  static constexpr T half = T(1) / static_cast<T>(1 << std::numeric_limits<T>::digits / 2);

  T tolerance, always;
  STENCIL_FUNCTION constexpr explicit AllowedChange(double asked_for, double always_allowed = 0.0)
      : tolerance(static_cast<T>(asked_for) > rounding ? static_cast<T>(asked_for) : rounding),
        always(static_cast<T>(always_allowed)) {}

  template <class X>
  STENCIL_FUNCTION constexpr X operator()(const X& change, const X& before, const X& now, const X& start) const {
    // The start may stand in the residual, as it does in an implicit step, and leave its rounding there, below which
    // changes do not come. Those that are small beside the start because it was far away still halve, or so.
    const X floor = X(rounding) * start;
    const X at_floor = where(change < before, min(floor, X(half) * before), floor);
    return max(max(X(tolerance) * now, at_floor), X(always));
  }
};

}  // namespace stencil::functions
