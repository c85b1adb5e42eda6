// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/stencil.hpp>

#include "share.hpp"

namespace single_column {

/// The columns of an ensemble that results are kept of: all of a small one, of a large one every so many-th from column
/// 0 on. Those are brought together where the fields are, so that no more than they travel to the host, and from there
/// to the first process where there are several.
class Sampling {
 public:
  /// Of an ensemble of so many columns at most so many, of which the grid has those of a share.
  Sampling(const stencil::ColumnGrid& grid, std::size_t columns, std::size_t most, const Share& share)
      : share_(share),
        step_((columns + most - 1) / most),
        columns_((columns + step_ - 1) / step_),
        first_((share.first() + step_ - 1) / step_ * step_ - share.first()),
        count_(first_ < share.count() ? (share.count() - first_ + step_ - 1) / step_ : 0),
        sampled_(count_ == grid.columns() ? grid : grid.with_columns(std::max<std::size_t>(count_, 1))) {}

  std::size_t step() const { return step_; }
  std::size_t columns() const { return columns_; }

  /// value[column * levels + level] of the sampled columns of a center or face field; all on the first process.
  template <class Field>
  std::vector<double> on_host(const Field& field) const {
    if (count_ == 0) return share_.together({});
    const auto values = step_ == 1 ? field.to_host() : gathered(field).to_host();
    return share_.together({values.begin(), values.end()});
  }

 private:
  template <class Field>
  Field gathered(const Field& field) const {
    using Backend = typename Field::backend;
    const auto& strides = field.node().strides;
    const auto step = static_cast<std::ptrdiff_t>(step_);
    Field together(sampled_);
    auto* const first = field.data() + static_cast<std::ptrdiff_t>(first_) * strides.column();
    if constexpr (std::is_same_v<typename Field::location, stencil::Face>) {
      together = stencil::wrap_face<Backend>(first, strides.level(), step * strides.column(), sampled_);
    } else {
      together = stencil::wrap_center<Backend>(first, strides.level(), step * strides.column(), sampled_);
    }
    return together;
  }

  const Share& share_;
  std::size_t step_;
  std::size_t columns_;
  std::size_t first_;
  std::size_t count_;
  stencil::ColumnGrid sampled_;
};

}  // namespace single_column
