// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/stencil.hpp>

#include "share.hpp"

namespace single_column {

/// The sampled columns of this process, brought together where the fields are, so that no more than they travel to the
/// host.
class Sampling {
 public:
  /// Of an ensemble of so many columns at most so many, of which the grid has those of a share.
  Sampling(const stencil::ColumnGrid& grid, std::size_t columns, std::size_t most, const Share& share)
      : sampled_(columns, most, share),
        first_(sampled_.first * sampled_.step - share.first()),
        grid_(sampled_.count == grid.columns() ? grid : grid.with_columns(std::max<std::size_t>(sampled_.count, 1))) {}

  const SampledColumns& columns() const { return sampled_; }

  /// value[column * levels + level] of the sampled columns of a center or face field.
  template <class Field>
  std::vector<double> on_host(const Field& field) const {
    if (sampled_.count == 0) return {};
    const auto values = sampled_.step == 1 ? field.to_host() : gathered(field).to_host();
    return {values.begin(), values.end()};
  }

 private:
  template <class Field>
  Field gathered(const Field& field) const {
    using Backend = typename Field::backend;
    const auto& strides = field.node().strides;
    const auto step = static_cast<std::ptrdiff_t>(sampled_.step);
    Field together(grid_);
    auto* const first = field.data() + static_cast<std::ptrdiff_t>(first_) * strides.column();
    if constexpr (std::is_same_v<typename Field::location, stencil::Face>) {
      together = stencil::wrap_face<Backend>(first, strides.level(), step * strides.column(), grid_);
    } else {
      together = stencil::wrap_center<Backend>(first, strides.level(), step * strides.column(), grid_);
    }
    return together;
  }

  SampledColumns sampled_;
  std::size_t first_;  // of this process's own columns
  stencil::ColumnGrid grid_;
};

}  // namespace single_column
