// SPDX-License-Identifier: BSD-3-Clause
#include "history.hpp"

#include <algorithm>
#include <cstddef>

namespace single_column {

void History::add(const Geometry& geometry, const Snapshot& snapshot) {
  hours.push_back(snapshot.time / 3600.0);
  for (std::size_t column = 0; column < geometry.columns; ++column) {
    const Diagnostics now = diagnose(geometry, snapshot, column);
    const auto extend = [column](NumberHistory& history, double value) {
      if (column == 0) {
        history.reference.push_back(value);
        history.low.push_back(value);
        history.high.push_back(value);
      }
      history.low.back() = std::min(history.low.back(), value);
      history.high.back() = std::max(history.high.back(), value);
    };
    extend(depth, now.depth);
    extend(friction_velocity, now.friction_velocity);
    extend(heat_flux, now.heat_flux);
  }
}

}  // namespace single_column
