// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/grid_data.hpp>

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
  template <class Real>
  void pad(MetricView<Real>& metric, std::ptrdiff_t first, int count, int width, MetricArrays<Real>& to) const {
    const auto rows = static_cast<std::size_t>(columns_.levels), of_row = static_cast<std::size_t>(width);
    to = MetricArrays<Real>(rows * of_row, (rows + 1) * of_row);
    const auto copy = [&](const MetricView<Real>& from, const Real* values, std::size_t how_many, Real* padded) {
      for (std::size_t k = 0; k < how_many; ++k, padded += width) {
        const Real* const row = values + first + static_cast<std::ptrdiff_t>(k) * from.level_stride;
        std::fill(std::copy(row, row + count, padded), padded + width, row[count - 1]);
      }
    };
    copy(metric, metric.center.z, rows, to.z_center());
    copy(metric, metric.center.dz, rows, to.dz_center());
    copy(metric, metric.center.inverse_dz, rows, to.inverse_dz_center());
    copy(metric, metric.face.z, rows + 1, to.z_face());
    copy(metric, metric.face.dz, rows + 1, to.dz_face());
    copy(metric, metric.face.inverse_dz, rows + 1, to.inverse_dz_face());
    metric.center = {to.z_center(), to.dz_center(), to.inverse_dz_center(), 1};
    metric.face = {to.z_face(), to.dz_face(), to.inverse_dz_face(), 1};
    metric.level_stride = width;
  }

  EvaluatedColumns columns_;
  MetricArrays<double> in_double_;
  MetricArrays<float> in_float_;
};

}  // namespace stencil::cpu
