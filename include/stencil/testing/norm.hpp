// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <stencil/grid.hpp>
#include <stencil/location.hpp>

namespace stencil::testing {

/// The part of the column [m] that belongs to each row: dc at centers, df at faces, of an end face df/2, since only
/// half of it lies in the column. N or N+1 values; they add up to the depth. On a ring the first and the last face are
/// one, with half of it each.
template <class Location>
std::vector<double> weights(const ColumnGrid& grid, std::size_t column = 0) {
  constexpr bool faces = std::is_same_v<Location, Face>;
  const auto dz = faces ? grid.dz_faces(column) : grid.dz_centers(column);
  std::vector<double> result(dz.begin(), dz.end());
  if constexpr (faces) {
    result.front() /= 2;
    result.back() /= 2;
  }
  return result;
}

/// Root of the sum of (value - exact)^2 weights [value sqrt(m)], over all columns. `exact(z)` is a function of height
/// [m]. The norm in which a scheme of order p has errors of order p on smooth meshes, where single end rows of order
/// p - 1/2 do not show.
template <class Field, class Exact>
double weighted_l2(const Field& field, const Exact& exact) {
  using Location = typename Field::location;
  const ColumnGrid& grid = field.grid();
  double sum = 0;
  for (std::size_t column = 0; column < grid.columns(); ++column) {
    const auto z = std::is_same_v<Location, Face> ? grid.z_faces(column) : grid.z_centers(column);
    const auto weight = weights<Location>(grid, column);
    for (std::size_t row = 0; row < weight.size(); ++row) {
      const double error = static_cast<double>(field(static_cast<int>(row), column)) - exact(z[row]);
      sum += error * error * weight[row];
    }
  }
  return std::sqrt(sum);
}

/// Root of the sum of value^2 weights [value sqrt(m)].
template <class Field>
double weighted_l2(const Field& field) {
  return weighted_l2(field, [](double) { return 0.0; });
}

}  // namespace stencil::testing
