// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include <stencil/stencil.hpp>

#include "support/agreement.hpp"

using namespace stencil;

namespace {

/// By overlaps of the layer with all cells, on a ring also with their images.
double expected(const ColumnGrid& grid, const std::vector<double>& x, std::size_t column, int k, double depth) {
  const auto faces = grid.z_faces(column);
  const auto centers = grid.z_centers(column);
  const double around = faces.back() - faces.front();
  // On a ring the layer goes around once at most to either side.
  const double half = grid.periodic() ? std::min(depth / 2, around) : depth / 2;
  const double bottom = centers[static_cast<std::size_t>(k)] - half, top = centers[static_cast<std::size_t>(k)] + half;
  double sum = 0, all = 0;
  for (int image = grid.periodic() ? -2 : 0; image <= (grid.periodic() ? 2 : 0); ++image) {
    for (std::size_t j = 0; j < centers.size(); ++j) {
      const double low = std::max(bottom, faces[j] + image * around),
                   high = std::min(top, faces[j + 1] + image * around);
      if (high <= low) continue;
      sum += (high - low) * x[j];
      all += high - low;
    }
  }
  return sum / all;
}

}  // namespace

TEST_CASE("running_mean takes nothing of a cell without thickness", "[column]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0).with_changing_heights();
  CenterField<double> x(grid), thickness(grid, {1.0, 1.0, 0.0, 1.0, 1.0, 1.0}), mean(grid);
  set_thickness(grid, thickness, bottom(0.0));
  x = level_index(Center{});
  x(2, 0) = std::numeric_limits<double>::quiet_NaN();
  mean = running_mean(x, 2.0);
  CHECK(mean(1, 0) == 1.25);  // half of cell 0, cell 1, half of cell 3
  CHECK(mean(2, 0) == 2.0);   // cells 1 and 3
  CHECK(mean(5, 0) == 4.5 + 1.0 / 6);
}

TEST_CASE("running_mean is the mean over what a layer has of each cell", "[column]") {
  for (const int levels : {1, 2, 5, 33}) {
    for (const auto& grid : {support::quadratic_grid(levels, 3), ColumnGrid::periodic(levels, 0.0, 1.0, 3)}) {
      CenterField<double> x(grid), mean(grid);
      support::scatter(x, 1);
      const auto values = x.to_host();
      const double height = grid.z_faces().back() - grid.z_faces().front();
      for (const double share : {1e-3, 0.1, 0.37, 1.0, 2.0, 3.0}) {
        mean = running_mean(x, share * height);
        for (std::size_t c = 0; c < 3; ++c) {
          const auto first = values.begin() + static_cast<std::ptrdiff_t>(c) * levels;
          const std::vector<double> column(first, first + levels);
          for (int k = 0; k < levels; ++k) {
            INFO(levels << " levels, periodic " << grid.periodic() << ", depth " << share << ", level " << k);
            CHECK_THAT(mean.to_host()[c * static_cast<std::size_t>(levels) + static_cast<std::size_t>(k)],
                       Catch::Matchers::WithinAbs(expected(grid, column, c, k, share * height), 1e-13));
          }
        }
      }
    }
  }
}

TEST_CASE("running_mean over more than the column is the mean of the column, of any expression, anywhere in one",
          "[column]") {
  const auto grid = support::quadratic_grid(9, 2);
  const double height = grid.z_faces().back() - grid.z_faces().front();
  CenterField<double> x(grid), y(grid), in_steps(grid);
  SurfaceField<double> mean(grid);
  support::scatter(x, 2);
  mean = column_integral(x * x) / height;
  y = 2.0 * running_mean(x * x, 3 * height) - 2.0 * mean;
  for (const double error : y.to_host()) CHECK_THAT(error, Catch::Matchers::WithinAbs(0, 1e-13));

  in_steps = x * x;
  in_steps = running_mean(in_steps, height / 4);
  in_steps = DivergenceF2C()(GradientC2F()(in_steps));
  y = DivergenceF2C()(GradientC2F()(running_mean(x * x, height / 4)));
  CHECK(y.to_host() == in_steps.to_host());
  CHECK(plan::formula(running_mean(x, 1.0), plan::Names::locations) == "running_mean(center)");
  CHECK_THROWS_AS(running_mean(x, 0.0), Error);
  CHECK_THROWS_AS(running_mean(x, std::numeric_limits<double>::quiet_NaN()), Error);
}
