// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/column_operations.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;

TEST_CASE("Integrals of 1, z, z^2 and z^3 are within 0.6 % on ten levels", "[column][integral]") {
  for (const auto& grid : {ColumnGrid::uniform(10, 0.0, 1.0, 3), ColumnGrid::stretched(10, 0.0, 1.0, 0.09, 3)}) {
    CenterField<double> power(grid);
    FaceField<double> up(grid), down(grid);
    for (int n = 0; n <= 3; ++n) {
      power.fill([n](double z) { return std::pow(z, n); });
      up = cumulative_integral(power, bottom(0.0));
      down = cumulative_integral(power, top(0.0));
      const SurfaceField<double> whole = column_integral(power);
      const auto exact = Catch::Matchers::WithinRel(1.0 / (n + 1), n < 2 ? 1e-14 : 0.006);
      REQUIRE_THAT(whole(2), exact);
      REQUIRE_THAT(up(10, 2), exact);
      REQUIRE_THAT(down(0, 2), exact);
      REQUIRE(up(0, 2) == 0);
      REQUIRE(down(10, 2) == 0);
      REQUIRE(up(10, 1) == whole(1));
      // 1 and z are exact at every face.
      for (std::size_t k = 0; k <= 10 && n < 2; ++k)
        REQUIRE_THAT(up(static_cast<int>(k), 0),
                     Catch::Matchers::WithinAbs(std::pow(grid.z_faces()[k], n + 1) / (n + 1), 1e-15));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("The integral of a divergence gives the flux back at every face", "[column][integral]",
                        support::TwoAxes) {
  using T = typename TestType::number;
  support::each_column_shape([](int levels, std::size_t columns) {
    const auto grid = support::grid_per_column(levels, columns);
    typename TestType::faces flux(grid), up(grid), down(grid);
    typename TestType::surface above(grid);
    support::scatter(flux);
    above = at_level(flux, -1);
    up = cumulative_integral(DivergenceF2C()(flux), bottom(at_level(flux, 0)));
    down = cumulative_integral(-DivergenceF2C()(flux), top(above));
    const auto bound = static_cast<T>(4 * levels + 8) * std::numeric_limits<T>::epsilon();
    T worst = 0;
    for (std::size_t column = 0; column < columns; ++column)
      for (int k = 0; k <= levels; ++k)
        worst =
            std::max({worst, std::abs(up(k, column) - flux(k, column)), std::abs(down(k, column) - flux(k, column))});
    CAPTURE(levels, columns);
    REQUIRE(worst <= bound);
  });
}

TEST_CASE("What lies below and what lies above a face make the whole", "[column][integral]") {
  const auto grid = support::grid_per_column(50, 4);
  CenterField<double> rho(grid);
  rho.fill([](double z) { return 1.2 * std::exp(-z); });
  FaceField<double> below(grid), above(grid);
  below = cumulative_integral(rho, bottom(0.0));
  above = cumulative_integral(rho, top(0.0));
  const SurfaceField<double> mass = column_integral(rho);
  for (std::size_t column = 0; column < 4; ++column) {
    for (int k = 0; k <= 50; ++k)
      REQUIRE_THAT(below(k, column) + above(k, column), Catch::Matchers::WithinRel(mass(column), 1e-14));
  }
}
