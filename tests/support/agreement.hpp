// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

/// An operator against a formula in plain loops, for every number of levels and columns that has a path of its own.
namespace support {

/// One column of an argument with the grid's spacings, all in the precision of the field. On a ring every index is
/// taken around it.
template <class T>
struct Argument {
  std::span<const T> values;
  std::span<const double> dz_centers, dz_faces;
  bool ring;  ///< whether there are no ends

  int cells() const { return static_cast<int>(dz_centers.size()); }
  std::size_t at(int row) const { return static_cast<std::size_t>(ring ? (row + cells()) % cells() : row); }
  T operator[](int row) const { return values[at(row)]; }
  T dc(int cell) const { return static_cast<T>(dz_centers[at(cell)]); }
  T df(int face) const { return static_cast<T>(dz_faces[at(face)]); }
  T inverse_dc(int cell) const { return static_cast<T>(1 / dz_centers[at(cell)]); }
  T inverse_df(int face) const { return static_cast<T>(1 / dz_faces[at(face)]); }
  T number(double value) const { return static_cast<T>(value); }
};

/// A row of the result, and whether it is at an end of the column.
struct Row {
  int k;
  bool bottom, top;
};

/// Faces that grow closer toward the bottom.
inline std::vector<double> quadratic_faces(int levels, double depth = 1.0) {
  std::vector<double> faces;
  for (int j = 0; j <= levels; ++j) {
    const double s = static_cast<double>(j) / levels;
    faces.push_back(depth * s * (1 + s) / 2);
  }
  return faces;
}

inline stencil::ColumnGrid quadratic_grid(int levels, std::size_t columns) {
  return stencil::ColumnGrid::from_faces(quadratic_faces(levels), columns);
}

/// Another depth for every column.
inline stencil::ColumnGrid grid_per_column(int levels, std::size_t columns) {
  std::vector<double> all;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto faces = quadratic_faces(levels, 1.0 + static_cast<double>(column % 7) / 8);
    all.insert(all.end(), faces.begin(), faces.end());
  }
  return stencil::ColumnGrid::from_faces_per_column(all, columns);
}

/// Evaluates `apply` on scattered arguments at `From...` and holds it to `expected(row, argument...)`.
template <class Axis, class Result, class... From, class Apply, class Expected>
void require_agreement(const stencil::ColumnGrid& grid, Tolerance tolerance, const Apply& apply,
                       const Expected& expected) {
  using Number = typename Axis::number;
  const std::tuple arguments{typename Axis::template field<From>(grid)...};
  std::uint64_t seed = 0;
  std::apply([&](const auto&... field) { (scatter(field, ++seed), ...); }, arguments);
  typename Axis::template field<Result> result(grid);
  std::apply([&](const auto&... field) { result = apply(field...); }, arguments);

  const auto rows = static_cast<std::size_t>(result.levels());
  const bool ring = grid.periodic();
  std::vector<Number> all;
  all.reserve(rows * grid.columns());
  const auto one_column = [&](const std::vector<Number>& host, std::size_t column) {
    const std::size_t count = host.size() / grid.columns();
    return Argument<Number>{std::span(host).subspan(column * count, count), grid.dz_centers(column),
                            grid.dz_faces(column), ring};
  };
  const auto append = [&](const auto&... argument) {
    for (std::size_t row = 0; row < rows; ++row) {
      const Row at{static_cast<int>(row), !ring && row == 0, !ring && row + 1 == rows};
      all.push_back(static_cast<Number>(expected(at, argument...)));
    }
  };
  const auto host = std::apply([](const auto&... field) { return std::tuple{field.to_host()...}; }, arguments);
  for (std::size_t column = 0; column < grid.columns(); ++column)
    std::apply([&](const auto&... values) { append(one_column(values, column)...); }, host);
  CAPTURE(grid.levels(), grid.columns(), grid.periodic(), grid.heights_per_column());
  REQUIRE_THAT(levels_of(result), are(std::move(all), tolerance));
}

/// The grids on which an operator must agree with its formula: sizes around whole vectors, one cell, long columns;
/// heights for all columns and for each; rings.
template <class Visit>
void each_grid(std::size_t most_values, const Visit& visit) {
  for (const int levels : {1, 2, 3, 4, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 4097}) {
    for (const std::size_t columns : {1U, 2U, 31U, 32U, 33U, 1000U})
      if (static_cast<std::size_t>(levels) * columns <= most_values) visit(quadratic_grid(levels, columns));
  }
  for (const int levels : {1, 2, 3, 5, 16, 33, 65, 130}) {
    for (const std::size_t columns : {1U, 3U, 33U}) {
      visit(grid_per_column(levels, columns));
      visit(stencil::ColumnGrid::periodic(levels, -1.0, 1.0, columns));
    }
  }
}

/// All of them but long columns in great number.
inline constexpr std::size_t every_size = 140'000;
/// For an operator's second and third boundary condition.
inline constexpr std::size_t most_sizes = 34'000;
/// Results that are larger than the caches bypass them; here those of 33 levels and 1000 columns do.
inline const bool bypasses_small_caches = setenv("STENCIL_STREAMING_BYTES", "250000", 0) == 0;

template <class Axis, class Result, class... From, class Apply, class Expected>
void require_agreement_everywhere(std::size_t most_values, Tolerance tolerance, const Apply& apply,
                                  const Expected& expected) {
  each_grid(most_values, [&](const stencil::ColumnGrid& grid) {
    require_agreement<Axis, Result, From...>(grid, tolerance, apply, expected);
  });
}

}  // namespace support
