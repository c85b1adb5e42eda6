// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>
#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/convergence.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("Surface fields combine among themselves and with every column", "[surface]",
                        support::AllAxes) {
  const auto grid = support::quadratic_grid(19, 37);
  typename TestType::surface u(grid), v(grid), speed(grid);
  typename TestType::centers a(grid), scaled(grid);
  support::scatter(u, 1);
  support::scatter(v, 2);
  support::scatter(a, 3);
  speed = sqrt(u * u + v * v) + 0.5;
  scaled = speed * a - u;
  for (std::size_t column = 0; column < 37; ++column) {
    REQUIRE(speed(column) == std::sqrt(u(column) * u(column) + v(column) * v(column)) + typename TestType::number(0.5));
    for (int level = 0; level < 19; ++level)
      REQUIRE(scaled(level, column) == speed(column) * a(level, column) - u(column));
  }
  scaled = speed;
  REQUIRE(scaled(18, 36) == speed(36));
}

TEMPLATE_LIST_TEST_CASE("at_level takes one level of any expression", "[surface]", support::OtherAxis) {
  for (const int levels : {1, 2, 30}) {
    const auto grid = support::quadratic_grid(levels, 35);
    typename TestType::centers a(grid);
    typename TestType::faces gradient(grid);
    typename TestType::surface value(grid);
    support::scatter(a);
    gradient = GradientC2F(bottom(SetValue(0.0)))(a);
    for (const int level : {0, levels / 2, levels - 1}) {
      value = at_level(2 * a, level);
      for (std::size_t column = 0; column < 35; ++column) REQUIRE(value(column) == 2 * a(level, column));
      value = at_level(2 * a, level - levels);
      for (std::size_t column = 0; column < 35; ++column) REQUIRE(value(column) == 2 * a(level, column));
    }
    for (const int face : {0, levels / 2, levels}) {
      value = at_level(GradientC2F(bottom(SetValue(0.0)))(a), face);
      for (std::size_t column = 0; column < 35; ++column) REQUIRE(value(column) == gradient(face, column));
      value = at_level(GradientC2F(bottom(SetValue(0.0)))(a), face - levels - 1);
      for (std::size_t column = 0; column < 35; ++column) REQUIRE(value(column) == gradient(face, column));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("heights and spacing are the grid's, also of each column", "[surface]", support::OneAxis) {
  using Number = typename TestType::number;
  for (const auto& grid : {support::quadratic_grid(33, 5), support::grid_per_column(33, 40)}) {
    typename TestType::centers z(grid), dz(grid);
    typename TestType::faces z_face(grid), dz_face(grid);
    evaluate(into(z, heights(Center{})), into(dz, spacing(Center{})), into(z_face, heights(Face{})),
             into(dz_face, spacing(Face{})));
    for (std::size_t column = 0; column < grid.columns(); ++column) {
      for (std::size_t k = 0; k < 33; ++k) {
        const int level = static_cast<int>(k);
        REQUIRE(z(level, column) == static_cast<Number>(grid.z_centers(column)[k]));
        REQUIRE(dz(level, column) == static_cast<Number>(grid.dz_centers(column)[k]));
      }
      for (std::size_t k = 0; k < 34; ++k) {
        const int level = static_cast<int>(k);
        REQUIRE(z_face(level, column) == static_cast<Number>(grid.z_faces(column)[k]));
        REQUIRE(dz_face(level, column) == static_cast<Number>(grid.dz_faces(column)[k]));
      }
    }
  }
}

TEMPLATE_TEST_CASE("Operators take the heights of each column, many side by side", "[surface]",
                   layout::LevelsContiguous, layout::ColumnsContiguous) {
  const auto grid = support::grid_per_column(12, 37);
  CenterField<double, backend::Cpu, TestType> a(grid), divergence(grid);
  FaceField<double, backend::Cpu, TestType> slope(grid);
  support::scatter(a);
  slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(a);
  divergence = DivergenceF2C()(slope) + 0.0 * heights(Center{});
  for (std::size_t column = 0; column < 37; ++column) {
    const auto z = grid.z_centers(column), faces = grid.z_faces(column);
    for (std::size_t k = 0; k < 12; ++k) {
      const int level = static_cast<int>(k);
      CAPTURE(level, column);
      if (k > 0) {
        const double rise = (a(level, column) - a(level - 1, column)) / (z[k] - z[k - 1]);
        REQUIRE_THAT(slope(level, column), Catch::Matchers::WithinRel(rise, 1e-12));
      }
      const double out = (slope(level + 1, column) - slope(level, column)) / (faces[k + 1] - faces[k]);
      REQUIRE_THAT(divergence(level, column), Catch::Matchers::WithinRel(out, 1e-12));
    }
  }
}

TEST_CASE("Heights enter expressions and surfaces", "[surface]") {
  const auto grid = support::grid_per_column(20, 9);
  SurfaceField<double> top_height(grid), first_center(grid);
  top_height = at_level(heights(Face{}), -1);
  first_center = at_level(heights(Center{}), 0) / top_height;
  CenterField<double> relative(grid);
  relative = heights(Center{}) / top_height;
  for (std::size_t column = 0; column < 9; ++column) {
    REQUIRE(top_height(column) == grid.z_faces(column).back());
    REQUIRE(relative(0, column) == first_center(column));
  }
}

TEST_CASE("column_integral integrates polynomials within 0.6 % on ten levels", "[surface][integral]") {
  for (const auto& grid : {ColumnGrid::uniform(10, 0.0, 1.0, 3), ColumnGrid::stretched(10, 0.0, 1.0, 0.09, 3)}) {
    CenterField<double> power(grid);
    SurfaceField<double> integral(grid);
    for (int n = 0; n <= 3; ++n) {
      power.fill([n](double z) { return std::pow(z, n); });
      integral = column_integral(power);
      REQUIRE_THAT(integral(2), Catch::Matchers::WithinRel(1.0 / (n + 1), n < 2 ? 1e-14 : 0.006));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("The integral of a divergence is the difference of the end fluxes", "[surface][integral]",
                        support::OtherAxis) {
  using Number = typename TestType::number;
  for (const int levels : {1, 2, 33, 1000}) {
    const auto grid = support::grid_per_column(levels, 35);
    typename TestType::faces flux(grid);
    typename TestType::surface integral(grid);
    support::scatter(flux);
    integral = column_integral(DivergenceF2C()(flux));
    for (std::size_t column = 0; column < 35; ++column) {
      const Number difference = flux(levels, column) - flux(0, column);
      CAPTURE(levels, column);
      REQUIRE(std::abs(integral(column) - difference) <=
              Number(4 * levels + 8) * std::numeric_limits<Number>::epsilon());
    }
  }
}
