// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "diagnostics.hpp"

namespace single_column {

/// One number over the time of the run: of column 0, and its range over the ensemble.
struct NumberHistory {
  std::vector<double> reference;
  std::vector<double> low;
  std::vector<double> high;
};

/// What the picture shows of the run.
struct History {
  std::vector<double> hours;
  NumberHistory depth;
  NumberHistory friction_velocity;
  NumberHistory heat_flux;

  void add(const Geometry& geometry, const Snapshot& snapshot);
};

}  // namespace single_column
