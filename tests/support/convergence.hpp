// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/testing/norm.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "support/axes.hpp"

/// Order of accuracy: errors in the norm of the cells on meshes of 32 to 256 cells, and the rate at which they fall.
namespace support {

inline constexpr double pi = std::numbers::pi;

/// A family of meshes over [bottom, top]; the map from index to height is the same smooth one on all of them.
struct Meshes {
  const char* name;
  double bottom, top;
  stencil::ColumnGrid (*make)(int levels, double bottom, double top);
};

inline Meshes uniform(double bottom, double top) {
  return {"uniform", bottom, top,
          [](int levels, double low, double high) { return stencil::ColumnGrid::uniform(levels, low, high); }};
}
/// Cells that grow exponentially, threefold from end to end.
inline Meshes stretched(double bottom, double top) {
  return {"stretched", bottom, top, [](int levels, double low, double high) {
            const double first = (std::pow(3.0, 1.0 / levels) - 1) / 2;
            return stencil::ColumnGrid::stretched(levels, low, high, (high - low) * first);
          }};
}
inline Meshes ring(double bottom, double top) {
  return {"periodic", bottom, top,
          [](int levels, double low, double high) { return stencil::ColumnGrid::periodic(levels, low, high); }};
}

using stencil::testing::weighted_l2;

/// Errors of `evaluate(grid)`, a field, against `exact(z)` on 2^first .. 2^last cells.
template <class Evaluate, class Exact>
std::vector<double> errors(const Meshes& meshes, const Evaluate& evaluate, const Exact& exact, int first = 5,
                           int last = 8) {
  std::vector<double> result;
  for (int exponent = first; exponent <= last; ++exponent) {
    const auto grid = meshes.make(1 << exponent, meshes.bottom, meshes.top);
    result.push_back(weighted_l2(evaluate(grid), exact));
  }
  return result;
}

/// Between each mesh and the next, the rate must lie in [low, high]. An error that is 2.9 times smaller on each next
/// mesh falls monotonically, so a positive `low` says that too.
inline void require_rates(const Meshes& meshes, const std::vector<double>& error, double low, double high) {
  for (std::size_t i = 0; i + 1 < error.size(); ++i) {
    const double rate = std::log2(error[i] / error[i + 1]);
    CAPTURE(meshes.name, i, error[i], error[i + 1], rate);
    REQUIRE(rate >= low);
    REQUIRE(rate <= high);
  }
}

template <class Evaluate, class Exact>
void require_order(const Meshes& meshes, double low, double high, const Evaluate& evaluate, const Exact& exact) {
  require_rates(meshes, errors(meshes, evaluate, exact), low, high);
}

/// A new field with a function of height.
template <class Location, class Function>
stencil::Field<double, Location> sampled(const stencil::ColumnGrid& grid, const Function& function) {
  stencil::Field<double, Location> field(grid);
  field.fill(function);
  return field;
}

}  // namespace support
