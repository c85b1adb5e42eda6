// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "number.hpp"

namespace oracle {

/// One column's heights and the metric derived from them, kept in long double and handed out as rounded numbers.
class Mesh {
 public:
  Mesh(std::vector<long double> faces, bool periodic) : faces_(std::move(faces)), periodic_(periodic) {}

  static Mesh uniform(std::size_t levels, double bottom, double top, bool periodic = false) {
    std::vector<long double> faces;
    const long double span = static_cast<long double>(top) - static_cast<long double>(bottom);
    for (std::size_t j = 0; j <= levels; ++j)
      faces.push_back(bottom + span * static_cast<long double>(j) / static_cast<long double>(levels));
    return {std::move(faces), periodic};
  }

  std::size_t levels() const { return faces_.size() - 1; }
  bool periodic() const { return periodic_; }

  /// The height of the center of cell i. Where heights change their sign the rounding is that of the largest.
  Number zc(std::size_t i) const {
    const long double largest = std::max(std::fabs(faces_.front()), std::fabs(faces_.back()));
    return {(faces_[i] + faces_[i + 1]) / 2, 2 * largest, false};
  }

  /// The thickness of cell i.
  Number dc(std::size_t i) const { return rounded(faces_[i + 1] - faces_[i], 0, false); }

  /// The distance between the centers on both sides of face j; at an end, twice the distance to the nearest center.
  Number df(std::size_t j) const {
    const std::size_t n = levels();
    const std::size_t below = j > 0 ? j - 1 : (periodic_ ? n - 1 : 0);
    const std::size_t above = j < n ? j : (periodic_ ? 0 : n - 1);
    const long double thickness = faces_[below + 1] - faces_[below] + faces_[above + 1] - faces_[above];
    return rounded(thickness / 2, 0, false);
  }

 private:
  std::vector<long double> faces_;
  bool periodic_;
};

}  // namespace oracle
