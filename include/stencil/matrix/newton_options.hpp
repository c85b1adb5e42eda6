// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace stencil {

/// When newton() stops, on fields and inside column functions, and how far it goes in a step.
struct NewtonOptions {
  /// The largest change of a column in its last iteration, divided by the column's largest value. Values below four
  /// times the rounding of the number type count as that.
  double tolerance = 1e-10;
  int most_iterations = 20;  ///< on fields SolveError if there is no convergence after so many; inside column functions
                             ///< columns that have not converged have the values of the last iteration
  double largest_step = std::numeric_limits<double>::infinity();  ///< of one value in an iteration, in the units of x
};

}  // namespace stencil
