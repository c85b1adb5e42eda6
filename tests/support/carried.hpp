// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

/// What a flux makes of a profile that it carries around a ring.
namespace support {

/// The extremes ever met, and how far the content drifted, in parts of the content.
struct Carried {
  double lowest, highest, drift;
};

/// Carries a step from 0 to 1, with a ramp so that it has slopes too, by `steps` updates.
template <class Update>
Carried carry(const stencil::ColumnGrid& grid, int steps, const Update& update) {
  stencil::CenterField<double> x(grid);
  x.fill([](double z) { return z < 0.2 ? 0 : z < 0.5 ? 1 : z < 0.75 ? (0.75 - z) / 0.25 : 0; });
  const auto content = [&] {
    double sum = 0;
    for (int cell = 0; cell < grid.levels(); ++cell)
      sum += x(cell, 0) * grid.dz_centers()[static_cast<std::size_t>(cell)];
    return sum;
  };
  const double before = content();
  Carried result{0, 0, 0};
  for (int i = 0; i < steps; ++i) {
    x = update(x);
    for (int cell = 0; cell < grid.levels(); ++cell) {
      result.lowest = std::min(result.lowest, x(cell, 0));
      result.highest = std::max(result.highest, x(cell, 0));
    }
  }
  result.drift = std::abs(content() - before) / before;
  return result;
}

}  // namespace support
