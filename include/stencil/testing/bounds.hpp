// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include <stencil/finite.hpp>
#include <stencil/testing/dense.hpp>
#include <stencil/testing/report.hpp>

namespace stencil::testing {

/// Whether op(c) = c in every row of the first column, for c of both signs and several sizes. Measured in eps of |c|.
/// An operator with boundary values of its own does not.
template <class From = void, class Op>
Report preserves_constants(const Op& op, const ColumnGrid& grid, double tolerance = 100) {
  using Argument = argument_of<From, Op>;
  Worst worst;
  for (const double c : {1.0, -0.1, 300.0}) {
    const auto got = applied<Argument>(op, grid, 0, [c](int) { return c; });
    for (std::size_t row = 0; row < got.size(); ++row) {
      worst.look(in_eps(static_cast<long double>(got[row]) - c, std::abs(c)),
                 [&] { return "in row " + std::to_string(row) + ": " + text(c) + " becomes " + text(got[row]); });
    }
  }
  return worst.judge("preserves constants", "eps off", tolerance);
}

/// Whether every value of a field, or of a range of numbers, lies in [low, high]. Measured: the greatest excess beyond
/// the bounds, in the values' unit; a NaN is infinitely far outside. `slack` is the excess that passes.
template <class Values>
Report stays_in_bounds(const Values& values, double low, double high, double slack = 0) {
  if constexpr (requires { values.to_host(); }) {
    Report report = stays_in_bounds(values.to_host(), low, high, slack);
    report.message += "; a column has " + std::to_string(values.levels()) + " values";
    return report;
  } else {
    Worst worst;
    std::size_t index = 0;
    for (const auto& one : values) {
      const auto value = static_cast<double>(one);
      const double excess = is_nan(value) ? detail::infinite<double> : std::max({low - value, value - high, 0.0});
      worst.look(excess, [&] { return "value " + std::to_string(index) + ": " + text(value); });
      ++index;
    }
    return worst.judge("stays in [" + text(low) + ", " + text(high) + "]", "beyond", slack);
  }
}

}  // namespace stencil::testing
