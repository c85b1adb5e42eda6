// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <stencil/config.hpp>
#include <stencil/error.hpp>
#include <stencil/finite.hpp>

/// Slopes of a cubic spline at its points.
namespace stencil::detail::tables {

/// Strided values along one direction of a table.
struct Line {
  const double* first;
  std::size_t stride;
  double operator[](std::size_t i) const { return first[i * stride]; }
};

/// Error for points whose slopes cannot be computed, which takes the squares of their distances.
STENCIL_WHERE_CALLED
inline void require_squares(const std::vector<double>& x) {
  constexpr double least = 1e-150, most = 1e150;
  bool all = x.back() - x.front() <= most;
  for (std::size_t i = 1; i < x.size(); ++i) all = all && x[i] - x[i - 1] >= least;
  if (!all)
    throw Error(
        "the points of a table by Cubic or Monotone are at least 1e-150 and at most 1e150 apart; give them in other "
        "units, or take interpolation::Linear");
}
/// The slope, or Error where the precision T of the table does not hold it.
template <class T>
double finite_slope(double slope) {
  if (is_finite(static_cast<T>(slope))) return slope;
  throw Error(
      "the slopes of a table by Cubic or Monotone are beyond all numbers of its precision; give points and values in "
      "other units, or take interpolation::Linear");
}

/// Slopes of the cubic spline with "not-a-knot" ends: its third derivative is continuous at the second point and at the
/// last but one. Of the line through two points, and of the parabola through three.
STENCIL_WHERE_CALLED
inline std::vector<double> spline_slopes(const std::vector<double>& x, const Line& value) {
  const std::size_t n = x.size();
  std::vector<double> h(n - 1), d(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) h[i] = x[i + 1] - x[i], d[i] = (value[i + 1] - value[i]) / h[i];
  if (n == 2) return {d[0], d[0]};
  if (n == 3) {
    const double middle = (h[1] * d[0] + h[0] * d[1]) / (h[0] + h[1]);
    return {2 * d[0] - middle, middle, 2 * d[1] - middle};
  }
  // A tridiagonal system, which says that the second derivative is continuous.
  std::vector<double> above(n), m(n);
  const auto end_row = [](double h0, double h1, double d0, double d1) {
    const double both = h0 + h1;
    return ((h0 + 2 * both) * h1 * d0 + h0 * h0 * d1) / both;
  };
  above[0] = (h[0] + h[1]) / h[1];
  m[0] = end_row(h[0], h[1], d[0], d[1]) / h[1];
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double pivot = 2 * (h[i - 1] + h[i]) - h[i] * above[i - 1];
    above[i] = h[i - 1] / pivot;
    m[i] = (3 * (h[i] * d[i - 1] + h[i - 1] * d[i]) - h[i] * m[i - 1]) / pivot;
  }
  const double both = h[n - 2] + h[n - 3];
  m[n - 1] = (end_row(h[n - 2], h[n - 3], d[n - 2], d[n - 3]) - both * m[n - 2]) / (h[n - 3] - both * above[n - 2]);
  for (std::size_t i = n - 1; i-- > 0;) m[i] -= above[i] * m[i + 1];
  return m;
}

/// The same slopes, limited so that the curve is monotone between points.
STENCIL_WHERE_CALLED
inline std::vector<double> monotone_slopes(const std::vector<double>& x, const Line& value) {
  std::vector<double> m = spline_slopes(x, value);
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto slope = [&](std::size_t k) { return (value[k + 1] - value[k]) / (x[k + 1] - x[k]); };
    const double below = slope(i == 0 ? 0 : i - 1);
    const double above = slope(std::min(i, n - 2));
    const double most = 3 * std::min(std::abs(below), std::abs(above));
    const bool rises = below > 0 && above > 0;
    const bool falls = below < 0 && above < 0;
    m[i] = rises ? std::clamp(m[i], 0.0, most) : falls ? std::clamp(m[i], -most, 0.0) : 0.0;
  }
  return m;
}

}  // namespace stencil::detail::tables
