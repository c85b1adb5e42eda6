// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "profile.hpp"

namespace oracle {

/// One row of a dense affine map. An empty weight is not a zero: its column is never read, so a NaN there stays there.
struct Row {
  std::span<std::optional<Number>> weights;
  Number& constant;

  void read(std::size_t column, Number weight) const {
    // On a periodic mesh of one cell both neighbours are the same column.
    weights[column] = weights[column] ? *weights[column] + weight : weight;
  }

  void become(Number value) const {
    std::ranges::fill(weights, std::nullopt);
    constant = value;
  }

  void copy(const Row& other) const {
    std::ranges::copy(other.weights, weights.begin());
    constant = other.constant;
  }
};

/// A dense matrix and a constant vector.
class Affine {
 public:
  Affine(std::size_t rows, std::size_t columns) : columns_(columns), weights_(rows * columns), constants_(rows) {}

  Row operator[](std::size_t row) { return {{&weights_[row * columns_], columns_}, constants_[row]}; }

  template <Location to, Location from>
  Profile<to> times(const Profile<from>& x) const {
    Profile<to> result{constants_};
    for (std::size_t row = 0; row < constants_.size(); ++row)
      for (std::size_t column = 0; column < columns_; ++column)
        if (const auto& weight = weights_[row * columns_ + column])
          result.values[row] = result.values[row] + *weight * x.values[column];
    return result;
  }

 private:
  std::size_t columns_;
  std::vector<std::optional<Number>> weights_;
  std::vector<Number> constants_;
};

}  // namespace oracle
