// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

#include "support/numbers.hpp"

using namespace stencil;

/// Columns side by side in vectors beside each column alone: as many columns as fill no vector, one, and several, with
/// heights that they share and with heights of their own.
namespace {

/// Heights of faces, spaced unevenly; each column begins at a height of its own and has distances of its own.
std::vector<double> faces_of(int levels, std::size_t column) {
  std::vector<double> z{support::scattered(column, 1)};
  for (int k = 0; k < levels; ++k)
    z.push_back(z.back() + 1.0 + support::scattered(100 * column + static_cast<std::size_t>(k), 2));
  return z;
}
ColumnGrid grid_of(int levels, std::size_t first, std::size_t columns, bool own_heights) {
  if (!own_heights) return ColumnGrid::from_faces(faces_of(levels, 0), columns);
  std::vector<double> z;
  for (std::size_t c = first; c < first + columns; ++c) {
    const auto faces = faces_of(levels, c);
    z.insert(z.end(), faces.begin(), faces.end());
  }
  return ColumnGrid::from_faces_per_column(z, columns);
}

/// What is computed of columns [first, first + columns), all results of a column one after the other.
template <class T, class Layout>
std::vector<std::vector<T>> computed(const ColumnGrid& grid, std::size_t first) {
  CenterField<T, backend::Cpu, Layout> x(grid), y(grid), twice(grid), in_place(grid), masked(grid), mixed(grid);
  FaceField<T, backend::Cpu, Layout> flux(grid);
  SurfaceField<T, backend::Cpu> below(grid);
  const int levels = grid.levels();
  for (std::size_t c = 0; c < grid.columns(); ++c) {
    below(c) = static_cast<T>(support::scattered(first + c, 3));
    for (int k = 0; k < levels; ++k) {
      x(k, c) = static_cast<T>(1.0 + support::scattered(100 * (first + c) + static_cast<std::size_t>(k), 4));
      y(k, c) = static_cast<T>(support::scattered(100 * (first + c) + static_cast<std::size_t>(k), 5));
    }
  }
  const auto slope = GradientC2F(bottom(SetGradient(below)), top(SetGradient(0.0)));
  const DivergenceF2C<> divergence;
  twice = x + divergence(slope(y * divergence(slope(x))));
  in_place = y;
  in_place = in_place + 0.5 * divergence(slope(x));  // read where it is written
  masked = y;
  assign(masked, 2.0 * masked + divergence(slope(y)), policy().where(masked > 0.5));
  mixed = solve(identity() - 0.25 * jacobian(divergence(slope(x)), wrt(x)), y);
  flux = Upwind3rdOrderBiasedProductC2F()(slope(y), x) + cumulative_integral(x, bottom(0.0));
  std::vector<std::vector<T>> all(grid.columns());
  for (std::size_t c = 0; c < grid.columns(); ++c) {
    for (const auto* field : {&twice, &in_place, &masked, &mixed})
      for (const T& value : field->column(c)) all[c].push_back(value);
    for (const T& value : flux.column(c)) all[c].push_back(value);
  }
  return all;
}

/// A precision, the layout of columns side by side and that of each alone, which need not be the same.
template <class T, class Layout, class Alone = Layout>
struct Way {
  using number = T;
  using layout = Layout;
  using layout_alone = Alone;
};
}  // namespace

TEMPLATE_TEST_CASE("Columns side by side have the bits of each alone, with heights of their own too", "[core][columns]",
                   (Way<double, layout::ColumnsContiguous, layout::LevelsContiguous>),
                   (Way<float, layout::ColumnsContiguous>), (Way<double, layout::LevelsContiguous>)) {
  using T = typename TestType::number;
  for (const bool own_heights : {false, true}) {
    for (const int levels : {1, 2, 3, 7, 20}) {
      std::vector<std::vector<T>> alone;
      for (const std::size_t columns : {1U, 2U, 3U, 4U, 5U, 8U, 11U, 16U, 33U}) {
        CAPTURE(own_heights, levels, columns);
        while (alone.size() < columns) {
          const auto single = grid_of(levels, alone.size(), 1, own_heights);
          alone.push_back(computed<T, typename TestType::layout_alone>(single, alone.size())[0]);
        }
        const auto together = computed<T, typename TestType::layout>(grid_of(levels, 0, columns, own_heights), 0);
        for (std::size_t c = 0; c < columns; ++c) REQUIRE(together[c] == alone[c]);
      }
    }
  }
}
