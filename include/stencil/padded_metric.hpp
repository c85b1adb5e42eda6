// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <stencil/config.hpp>
#include <stencil/grid_data.hpp>

namespace stencil {

/// The metric of a grid, continued past its first and last value: with the end rows, or around a ring. Code that
/// computes rows in groups may then read it at every row of a group without asking where the column ends. Where heights
/// differ between columns, what lies past a column's end is its neighbour's.
template <class Real>
class PaddedMetric {
 public:
  static constexpr int padding = 48;

  STENCIL_SELDOM explicit PaddedMetric(const ColumnGridData& grid)
      : levels_(grid.levels), sets_(static_cast<std::ptrdiff_t>(grid.sets())), periodic_(grid.periodic) {
    view_ = grid.template unchecked_view<Real>();
    view_.each_array(levels_, [&](const Real*& values, int rows) { values = padded(values, rows); });
  }
  /// Its pointers hold as long as this object.
  const MetricView<Real>& view() const { return view_; }

 private:
  STENCIL_SELDOM const Real* padded(const Real* from, int rows) {
    std::vector<Real>& values = arrays_.emplace_back();
    const auto count = static_cast<std::ptrdiff_t>(rows) * sets_;
    values.reserve(static_cast<std::size_t>(count + 2 * std::ptrdiff_t{padding}));
    for (std::ptrdiff_t i = -padding; i < count + padding; ++i) {
      const std::ptrdiff_t ring_row = (i % levels_ + levels_) % levels_;
      values.push_back(from[periodic_ ? ring_row : std::clamp<std::ptrdiff_t>(i, 0, count - 1)]);
    }
    return values.data() + padding;
  }

  int levels_;
  std::ptrdiff_t sets_;
  bool periodic_;
  MetricView<Real> view_;
  std::vector<std::vector<Real>> arrays_;
};

}  // namespace stencil
