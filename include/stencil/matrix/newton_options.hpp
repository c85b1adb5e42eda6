// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <stencil/config.hpp>
#include <stencil/finite.hpp>
#include <stencil/location.hpp>

namespace stencil {

/// When newton() stops, on fields and inside column functions, and how far it goes in a step.
struct NewtonOptions {
  /// The largest change of a column in its last iteration, divided by the column's largest value. Values below four
  /// times the rounding of the number type count as that.
  double tolerance = 1e-10;
  int most_iterations = 20;  ///< on fields SolveError if there is no convergence after these; inside column functions
                             ///< columns that have not converged have the values of the last iteration
  double largest_step = no_limit;  ///< of one value in an iteration, in the units of x
  /// A largest step that limits none.
  static constexpr double no_limit = detail::infinite<double>;
  /// A change in the last iteration that is small enough whatever the values are, in the units of x: for columns whose
  /// values are all near zero, such as a temperature in degrees Celsius.
  double absolute_tolerance = 0.0;

  /// The largest step of values of type T, which is above zero in this type too.
  template <class T>
  STENCIL_FUNCTION constexpr T largest_step_of() const {
    const T step = static_cast<T>(largest_step);
    return step > 0 ? step : std::numeric_limits<T>::min();
  }

  /// What is wrong with these options, or null. Bits tell, as compilers may take it that there are no infinities and
  /// NaNs.
  constexpr const char* complaint() const {
    const auto step = std::bit_cast<std::int64_t>(largest_step);
    constexpr auto minus_zero = std::bit_cast<std::int64_t>(-0.0);
    if (step <= 0 || step > NumberBits<double>::infinity)
      return "newton: the largest step must be above zero; leave it out for no limit";
    const auto refused = [](double allowed) {
      const auto least = std::bit_cast<std::int64_t>(allowed);
      return (least < 0 && least != minus_zero) || least > NumberBits<double>::infinity;
    };
    if (refused(tolerance)) return "newton: the tolerance must be a number that is not below zero";
    if (refused(absolute_tolerance)) return "newton: the absolute tolerance must be a number that is not below zero";
    if (most_iterations < 1) return "newton: most_iterations must be at least 1";
    return nullptr;
  }
};

namespace detail::newton_method {
/// Whether a residual, or a tendency, at R has its values where an unknown at X has them; a compile-time error where
/// one is at centers and the other at faces.
template <class X, class R>
STENCIL_FUNCTION constexpr bool lies_with_unknown() {
  constexpr bool across =
      (std::is_same_v<X, Center> && std::is_same_v<R, Face>) || (std::is_same_v<X, Face> && std::is_same_v<R, Center>);
  static_assert(!across,
                "stencil: the residual of newton, and the tendency of implicit_step, has its values where the unknown "
                "has them, at centers or at faces; of a flux at faces take the divergence, DivergenceF2C()(flux), and "
                "bring other values over with InterpolateF2C or InterpolateC2F");
  return !across;
}
}  // namespace detail::newton_method

}  // namespace stencil
