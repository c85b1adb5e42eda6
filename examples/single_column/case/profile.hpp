// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace single_column {

/// Linear interpolation in points x that increase; beyond the ends the end values.
inline double interpolate(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto above = std::upper_bound(x.begin(), x.end(), at);
  if (above == x.begin()) return y.front();
  if (above == x.end()) return y.back();
  const auto i = static_cast<std::size_t>(above - x.begin());
  const double weight = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return (1.0 - weight) * y[i - 1] + weight * y[i];
}

/// A quantity over height above the ground [m].
struct Profile {
  std::vector<double> height;
  std::vector<double> value;
  double operator()(double z) const { return interpolate(height, value, z); }
};

/// A quantity over the time since the start of the case [s].
struct Series {
  std::vector<double> time;
  std::vector<double> value;
  double operator()(double t) const { return interpolate(time, value, t); }
};

/// One profile for each time since the start of the case [s].
struct ProfileSeries {
  std::vector<double> time;
  std::vector<Profile> profile;
};

}  // namespace single_column
