// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;

namespace {

/// Four cells of 1, 3, 1 and 3 m and one density each.
std::array<double, 4> borrowed(const std::array<double, 4>& before, double q_min) {
  const auto grid = support::FourCells::grid(1);
  CenterField<double> q(grid), rho(grid);
  rho.fill([](double) { return 2; });
  for (int k = 0; k < 4; ++k) q(k, 0) = before[static_cast<std::size_t>(k)];
  VerticalMassBorrowing{q_min}(q, rho);
  return {q(0, 0), q(1, 0), q(2, 0), q(3, 0)};
}

template <class Q, class Rho>
double mass(const Q& q, const Rho& rho, std::size_t column, bool sizes = false) {
  long double sum = 0;
  for (int k = 0; k < q.levels(); ++k) {
    const long double part = static_cast<long double>(q(k, column)) * static_cast<long double>(rho(k, column)) *
                             static_cast<long double>(q.grid().dz_centers(column)[static_cast<std::size_t>(k)]);
    sum += sizes ? std::abs(part) : part;
  }
  return static_cast<double>(sum);
}

}  // namespace

TEST_CASE("VerticalMassBorrowing of four cells is as on paper", "[borrowing]") {
  using Four = std::array<double, 4>;
  REQUIRE(borrowed({1, 2, 3, 4}, 0) == Four{1, 2, 3, 4});
  REQUIRE(borrowed({1, 2, 3, -1}, 0) == Four{1, 2, 0, 0});            // 3 m lack 1, 1 m gives 3
  REQUIRE(borrowed({1, 2, 3, -2}, 0) == Four{1, 1, 0, 0});            // and the 3 m below give the other 3
  REQUIRE(borrowed({-4, 2, 3, 1}, 0) == Four{0, 2 - 4 / 3.0, 3, 1});  // the bottom borrows from above
  REQUIRE(borrowed({-4, 1, 1, 3}, 1) == Four{1, 1, 1, 3 - 5 / 3.0});
  REQUIRE(borrowed({-15, 1, 3, 2}, 0) == Four{0, 0, 0, -1});  // not enough: 12 for 15
}

TEST_CASE("VerticalMassBorrowing passes over a layer without mass", "[borrowing]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0);
  CenterField<double> q(grid), rho(grid);
  for (const double in_the_layer : {-1.0, 0.0, 5.0}) {
    rho = 1.0;
    rho(2, 0) = 0.0;
    q = 3.0;
    q(2, 0) = in_the_layer;
    q(3, 0) = -1.0;
    VerticalMassBorrowing{0.0}(q, rho);
    REQUIRE(q.to_host() == std::vector<double>{3.0, 2.0, std::max(in_the_layer, 0.0), 0.0});
  }
}

TEST_CASE("What a column lacks stays in the highest layer that has mass", "[borrowing]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0);
  CenterField<double> q(grid), rho(grid);
  for (const int empty : {0, 1, 3}) {  // layers on top
    rho = 1.0;
    q = 2.0;
    for (int k = 4 - empty; k < 4; ++k) rho(k, 0) = 0.0;
    q(0, 0) = -15.0;
    const double all = -15.0 + 2.0 * (3 - empty);
    VerticalMassBorrowing{0.0}(q, rho);
    for (int k = 0; k < 4; ++k) REQUIRE(q(k, 0) == (k == 3 - empty ? all : k < 3 - empty ? 0.0 : 2.0));
  }
}

TEMPLATE_LIST_TEST_CASE("VerticalMassBorrowing keeps the mass and leaves nothing below the minimum", "[borrowing]",
                        support::FormulaAxes) {
  using Number = typename TestType::number;
  for (const int levels : {1, 2, 3, 4, 33, 130}) {
    for (const double q_min : {0.0, 0.125}) {
      const auto grid = support::grid_per_column(levels, 37);
      typename TestType::centers q(grid), rho(grid);
      support::scatter(q, 1);
      support::scatter(rho, 2);
      q = 0.5 + q;
      rho = 1.5 + rho;
      const typename TestType::centers before(q);
      VerticalMassBorrowing{q_min}(q, rho);
      const double eps = static_cast<double>(std::numeric_limits<Number>::epsilon());
      for (std::size_t column = 0; column < grid.columns(); ++column) {
        CAPTURE(levels, column, q_min);
        const double all = mass(before, rho, column);
        REQUIRE(std::abs(mass(q, rho, column) - all) <= 4 * eps * mass(before, rho, column, true));
        typename TestType::centers least(grid);
        least.fill(static_cast<Number>(q_min));
        if (all < mass(least, rho, column)) continue;
        for (int k = 0; k < levels; ++k) REQUIRE(q(k, column) >= static_cast<Number>(q_min));
      }
      // A second time there is nothing to do.
      const typename TestType::centers once(q);
      VerticalMassBorrowing{q_min}(q, rho);
      if (levels > 4) REQUIRE_THAT(support::levels_of(q), support::are(once.to_host()));
      const bool changed = q.to_host() != before.to_host();
      REQUIRE(changed == (levels > 1));
    }
  }
}

TEST_CASE("VerticalMassBorrowing touches no cell that need not give", "[borrowing]") {
  const auto grid = support::quadratic_grid(40, 1);
  CenterField<double> q(grid), rho(grid);
  rho.fill([](double z) { return 1 - z / 2; });
  q.fill([](double z) { return 1 + z; });
  q(20, 0) = -0.25;
  const auto before = q.to_host();
  VerticalMassBorrowing{}(q, rho);
  for (int k = 0; k < 40; ++k) REQUIRE((q(k, 0) == before[static_cast<std::size_t>(k)]) == (k != 20 && k != 19));
  REQUIRE_THROWS_AS(VerticalMassBorrowing{}(q, CenterField<double>(support::quadratic_grid(39, 1))), GridError);
  const auto kept = q.to_host();
  REQUIRE_THROWS_AS(VerticalMassBorrowing(std::numeric_limits<double>::quiet_NaN())(q, rho), Error);
  REQUIRE(q.to_host() == kept);
}
