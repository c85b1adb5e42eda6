// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/config.hpp>
#include <stencil/metric.hpp>

namespace stencil::cpu {

/// The heights of columns that do not fill a vector, of which the last is repeated, for code for whole vectors.
class PaddedHeights {
 public:
  /// Of columns [first, first + count), for vectors of `width`. Where all have the same heights nothing is copied.
  STENCIL_SELDOM PaddedHeights(const EvaluatedColumns& all, std::ptrdiff_t first, int count, int width)
      : columns_(all) {
    if (!all.heights_per_column || count == 0) return;
    pad(columns_.metric_double, first, count, width, in_double_);
    pad(columns_.metric_float, first, count, width, in_float_);
  }
  PaddedHeights(const PaddedHeights&) = delete;
  PaddedHeights& operator=(const PaddedHeights&) = delete;
  ~PaddedHeights() = default;

  /// Counted from the first of them; they hold as long as this object.
  const EvaluatedColumns& columns() const { return columns_; }

 private:
  /// Neighbouring columns are side by side before and after.
  template <class Real>
  void pad(MetricView<Real>& metric, std::ptrdiff_t first, int count, int width, std::vector<Real>& padded) const {
    padded.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(6 * columns_.levels + 3));
    metric.each_array(columns_.levels, [&](const Real*& values, int rows) {
      const Real* const lowest = values + first;
      values = padded.data() + padded.size();
      for (int k = 0; k < rows; ++k) {
        const Real* const row = lowest + k * metric.level_stride;
        padded.insert(padded.end(), row, row + count);
        padded.insert(padded.end(), static_cast<std::size_t>(width - count), row[count - 1]);
      }
    });
    metric.level_stride = width;
  }

  EvaluatedColumns columns_;
  std::vector<double> in_double_;
  std::vector<float> in_float_;
};

}  // namespace stencil::cpu
