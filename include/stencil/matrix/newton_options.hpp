// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include <stencil/finite.hpp>

namespace stencil {

/// When newton() stops, on fields and inside column functions, and how far it goes in a step.
struct NewtonOptions {
  /// The largest change of a column in its last iteration, divided by the column's largest value. Values below four
  /// times the rounding of the number type count as that.
  double tolerance = 1e-10;
  int most_iterations = 20;  ///< on fields SolveError if there is no convergence after so many; inside column functions
                             ///< columns that have not converged have the values of the last iteration
  double largest_step = no_limit;  ///< of one value in an iteration, in the units of x
  /// A largest step that limits none. A constant: with -ffast-math clang 19 takes it that no function gives an
  /// infinity.
  static constexpr double no_limit = std::numeric_limits<double>::infinity();

  /// Whether the largest step is above zero. Its bits tell, as compilers may take it that there are no infinities.
  constexpr bool has_a_step() const {
    const auto bits = std::bit_cast<std::int64_t>(largest_step);
    return bits > 0 && bits <= NumberBits<double>::infinity;
  }
};

}  // namespace stencil
