// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include <stencil/algorithm/row_cursor.hpp>
#include <stencil/grid_data.hpp>
#include <stencil/padded_metric.hpp>

/// What a grid derives from heights that have changed, row by row.
namespace stencil::detail::changing {

/// Thicknesses are the differences of the faces' heights.
struct FromFaces {};

/// The metrics of one precision that are rewritten: all copies that kernels read.
template <class Real>
struct Targets {
  static constexpr int most = 3;
  MetricView<Real> metric[most];
  int count = 0;

  void add(const MetricView<Real>& m) { metric[count++] = m; }

  /// z, dz and 1/dz of a row.
  template <class Location>
  STENCIL_FUNCTION void write(std::ptrdiff_t column, int row, double z, double dz) const {
    const double inverse = 1.0 / dz;
    for (int i = 0; i < count; ++i) {
      const auto& at = metric[i].template at<Location>();
      const std::ptrdiff_t place = column * at.column_stride + row * metric[i].level_stride;
      const_cast<Real*>(at.z)[place] = static_cast<Real>(z);
      const_cast<Real*>(at.dz)[place] = static_cast<Real>(dz);
      const_cast<Real*>(at.inverse_dz)[place] = static_cast<Real>(inverse);
    }
  }
};

/// Writes the metric of a face and of the cell above it, from heights of faces and, if given, thicknesses of cells, by
/// the same operations as ColumnGrid, so that the bits agree.
template <class Z, class Thickness>
struct ChangedMetric {
  Z z;
  Thickness dz;
  Targets<double> doubles;
  Targets<float> floats;
  static constexpr std::ptrdiff_t bytes_of_row = 6 * (sizeof(double) + sizeof(float));  ///< of a device's metric

  /// The metrics that exist on the host, with levels contiguous or with columns contiguous.
  void take_host_copies(const ColumnGridData& grid, bool columns_side_by_side) {
    doubles.count = floats.count = 0;
    const auto add_to = [&](auto& targets) {
      return [&](const auto& m) {
        if ((m.level_stride != 1 || grid.columns == 1) == columns_side_by_side) targets.add(m);
      };
    };
    grid.each_on_host<double>(add_to(doubles));
    grid.each_on_host<float>(add_to(floats));
    if (const auto* padded = grid.made_copy<PaddedMetric<double>>()) add_to(doubles)(padded->view());
    if (const auto* padded = grid.made_copy<PaddedMetric<float>>()) add_to(floats)(padded->view());
  }

  STENCIL_FUNCTION void operator()(const EvaluatedColumns& columns, std::ptrdiff_t column) const {
    for (int row = 0; row <= columns.levels; ++row) (*this)(columns, column, row);
  }

  /// A face and the cell above it.
  STENCIL_FUNCTION void operator()(const EvaluatedColumns& columns, std::ptrdiff_t column, int row) const {
    const int n = columns.levels;
    const double here = face(column, row);
    if (row < n) {
      const double above = face(column, row + 1);
      write<Center>(column, row, 0.5 * (here + above), thickness(column, row));
    }
    const double apart = row == 0 ? thickness(column, 0) : row == n ? thickness(column, n - 1) : between(column, row);
    write<Face>(column, row, here, apart);
  }

 private:
  STENCIL_FUNCTION double face(std::ptrdiff_t column, int row) const {
    return static_cast<double>(z.data[column * z.strides.column() + row * z.strides.level()]);
  }
  STENCIL_FUNCTION double thickness(std::ptrdiff_t column, int cell) const {
    if constexpr (std::is_same_v<Thickness, FromFaces>) {
      return face(column, cell + 1) - face(column, cell);
    } else {
      return static_cast<double>(dz.data[column * dz.strides.column() + cell * dz.strides.level()]);
    }
  }
  STENCIL_FUNCTION double between(std::ptrdiff_t column, int row) const {
    if constexpr (std::is_same_v<Thickness, FromFaces>) {
      return 0.5 * (face(column, row + 1) - face(column, row - 1));
    } else {
      return 0.5 * (thickness(column, row - 1) + thickness(column, row));
    }
  }
  template <class Location>
  STENCIL_FUNCTION void write(std::ptrdiff_t column, int row, double height, double apart) const {
    doubles.write<Location>(column, row, height, apart);
    floats.write<Location>(column, row, height, apart);
  }
};

/// Calls a metric for each row, counted through all columns.
template <class Metric>
struct EachRow {
  Metric metric;
  EvaluatedColumns columns;
  STENCIL_FUNCTION void operator()(std::ptrdiff_t i) const {
    const std::ptrdiff_t rows = columns.levels + 1;
    metric(columns, i / rows, static_cast<int>(i % rows));
  }
};

}  // namespace stencil::detail::changing
