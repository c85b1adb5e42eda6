// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/stencil.hpp>

namespace single_column {

/// The columns of an ensemble that results are kept of: all of a small one, of a large one every so many-th from column
/// 0 on. Those are brought together where the fields are, so that no more than they travel to the host.
class Sampling {
 public:
  Sampling(const stencil::ColumnGrid& grid, std::size_t most)
      : step_((grid.columns() + most - 1) / most), sampled_(of_columns(grid, (grid.columns() + step_ - 1) / step_)) {}

  std::size_t step() const { return step_; }
  std::size_t columns() const { return sampled_.columns(); }

  /// value[column * levels + level] of the sampled columns of a center or face field.
  template <class Field>
  std::vector<double> on_host(const Field& field) const {
    const auto values = step_ == 1 ? field.to_host() : gathered(field).to_host();
    return {values.begin(), values.end()};
  }

 private:
  static stencil::ColumnGrid of_columns(const stencil::ColumnGrid& grid, std::size_t columns) {
    return columns == grid.columns() ? grid : stencil::ColumnGrid::from_faces(grid.z_faces(), columns);
  }

  template <class Field>
  Field gathered(const Field& field) const {
    using Backend = typename Field::backend;
    const auto& strides = field.node().strides;
    const auto step = static_cast<std::ptrdiff_t>(step_);
    Field together(sampled_);
    if constexpr (std::is_same_v<typename Field::location, stencil::Face>) {
      together = stencil::wrap_face<Backend>(field.data(), strides.level(), step * strides.column(), sampled_);
    } else {
      together = stencil::wrap_center<Backend>(field.data(), strides.level(), step * strides.column(), sampled_);
    }
    return together;
  }

  std::size_t step_;
  stencil::ColumnGrid sampled_;
};

}  // namespace single_column
