// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace example {

/// A number of a run and the range that it must lie in.
struct Check {
  std::string what;  ///< with its unit: "error with 10 cells [K]"
  double value;
  double least;
  double most;

  /// False for a NaN too.
  bool holds() const { return value >= least && value <= most; }
};
inline Check at_most(double limit, const std::string& what, double value) {
  return {what, value, -std::numeric_limits<double>::infinity(), limit};
}

/// A curve of a diagram. Computed values are drawn as dots, expected ones as a line.
struct Curve {
  enum class Look { dots, line, dashed, band };
  std::string label;  ///< empty: no entry in the legend
  std::vector<double> x;
  std::vector<double> y;
  Look look = Look::line;
  std::size_t color = 0;        ///< curves that belong together share one
  std::vector<double> upper{};  ///< of a band: its upper edge; y is the lower one
};
enum class Scale { linear, logarithmic };
struct Diagram {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Curve> curves;
  Scale x_scale = Scale::linear;
  Scale y_scale = Scale::linear;
};

/// What an example hands to its program: numbers to check and what to draw.
struct Outcome {
  std::vector<Check> checks;
  std::string title;
  std::vector<Diagram> diagrams;
};

/// Raises `largest` to the value; a NaN stays, whatever follows.
inline void raise(double& largest, double value) {
  if (!std::isnan(largest) && !(value <= largest)) largest = value;
}

/// The largest difference between values at heights z and a function of the height.
template <class F>
double largest_error(const std::vector<double>& values, const std::vector<double>& z, const F& exact) {
  double largest = 0;
  for (std::size_t k = 0; k < z.size(); ++k) raise(largest, std::abs(values[k] - exact(z[k])));
  return largest;
}

/// The function at the heights z.
template <class F>
std::vector<double> at_heights(const std::vector<double>& z, const F& function) {
  std::vector<double> values(z.size());
  std::transform(z.begin(), z.end(), values.begin(), function);
  return values;
}

/// So many numbers from first to last, evenly spaced.
inline std::vector<double> even(double first, double last, int count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = first + (last - first) * static_cast<double>(i) / (count - 1);
  }
  return values;
}

}  // namespace example
