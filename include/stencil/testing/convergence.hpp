// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <stencil/error.hpp>
#include <stencil/finite.hpp>
#include <stencil/testing/norm.hpp>
#include <stencil/testing/report.hpp>

namespace stencil::testing {

/// Errors on finer and finer meshes, and the order at which they fall. It is true where every error is finite and
/// smaller than the one before; `is` and `at_least` ask for an order.
struct ConvergenceRate {
  std::vector<int> cells;     ///< of each mesh
  std::vector<double> error;  ///< on each mesh
  std::vector<double> rate;   ///< between each mesh and the next: log(error / next error) / log(next cells / cells)
  double order = 0;           ///< slope of the least-squares line of -log(error) over log(cells)

  explicit operator bool() const {
    for (std::size_t i = 0; i + 1 < error.size(); ++i)
      if (!(error[i + 1] < error[i])) return false;
    return is_finite(error.front()) && error.back() >= 0;
  }
  /// Whether every rate between two meshes lies within `tolerance` of `expected`; measured in orders.
  Report is(double expected, double tolerance = 0.1) const {
    return judge("is of order " + text(expected), tolerance, [&](double r) { return std::abs(r - expected); });
  }
  /// Whether every rate between two meshes is `expected - tolerance` or more; measured in orders.
  Report at_least(double expected, double tolerance = 0.1) const {
    return judge("is of order " + text(expected) + " or more", tolerance,
                 [&](double r) { return r >= expected ? 0 : std::abs(expected - r); });
  }

 private:
  template <class Distance>
  Report judge(const std::string& what, double tolerance, const Distance& distance) const {
    Worst worst;
    for (std::size_t i = 0; i < rate.size(); ++i) {
      const double off = distance(rate[i]);
      worst.look(is_nan(off) ? detail::infinite<double> : off, [&] {
        return "from " + std::to_string(cells[i]) + " to " + std::to_string(cells[i + 1]) + " cells, where the error " +
               text(error[i]) + " becomes " + text(error[i + 1]) + ", a rate of " + text(rate[i]);
      });
    }
    return worst.judge(what, "orders off", tolerance);
  }
};

/// The observed order of accuracy of `error_on(n)`, the error on a mesh of n cells, in any unit, for each n of `cells`.
/// The meshes are to be of one family: the same smooth map from index to height. Error if there are fewer than two
/// meshes, or they do not become finer. An exact scheme has errors of rounding and no order: compare those with a bound
/// instead.
template <class ErrorOn>
ConvergenceRate convergence_rate(const ErrorOn& error_on, const std::vector<int>& cells) {
  if (cells.size() < 2 || cells.front() < 1 ||
      std::ranges::adjacent_find(cells, std::ranges::greater_equal{}) != cells.end())
    throw Error("convergence_rate: give two or more numbers of cells, each larger than the one before");
  ConvergenceRate result;
  result.cells = cells;
  double mean_x = 0, mean_y = 0;
  const auto count = static_cast<double>(cells.size());
  for (const int n : cells) {
    result.error.push_back(static_cast<double>(error_on(n)));
    mean_x += std::log(n) / count;
    mean_y -= std::log(result.error.back()) / count;
  }
  double covariance = 0, variance = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double x = std::log(cells[i]) - mean_x;
    covariance += x * (-std::log(result.error[i]) - mean_y);
    variance += x * x;
    if (i > 0)
      result.rate.push_back(std::log(result.error[i - 1] / result.error[i]) / std::log(1.0 * cells[i] / cells[i - 1]));
  }
  result.order = covariance / variance;
  return result;
}

}  // namespace stencil::testing
