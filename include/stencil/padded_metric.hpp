// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <stencil/grid_data.hpp>

namespace stencil {

/// The metric of a grid whose columns are alike, continued past both ends: with the end rows, or around the ring. Code
/// that computes rows in groups may then read it at every row of a group without asking where the column ends.
template <class Real>
class PaddedMetric {
 public:
  static constexpr int padding = 48;

  explicit PaddedMetric(const GridData& grid) : levels_(grid.levels), periodic_(grid.periodic) {
    const MetricView<Real> view = grid.template view<Real>();
    for (auto [from, to, rows] : {Part{&view.center, &center_, levels_}, Part{&view.face, &face_, levels_ + 1}}) {
      to->z = padded(from->z, rows);
      to->dz = padded(from->dz, rows);
      to->inverse_dz = padded(from->inverse_dz, rows);
    }
  }
  MetricView<Real> view() const {
    const auto shifted = [](const Arrays& a) -> typename MetricView<Real>::At {
      return {a.z.data() + padding, a.dz.data() + padding, a.inverse_dz.data() + padding, 0};
    };
    return {shifted(center_), shifted(face_), 1};
  }

 private:
  struct Arrays {
    std::vector<Real> z, dz, inverse_dz;
  };
  struct Part {
    const typename MetricView<Real>::At* from;
    Arrays* to;
    int rows;
  };

  std::vector<Real> padded(const Real* from, int rows) const {
    std::vector<Real> values;
    for (int row = -padding; row < rows + padding; ++row) {
      const int ring_row = (row % levels_ + levels_) % levels_;
      values.push_back(from[periodic_ ? ring_row : std::clamp(row, 0, rows - 1)]);
    }
    return values;
  }

  int levels_;
  bool periodic_;
  Arrays center_;
  Arrays face_;
};

}  // namespace stencil
