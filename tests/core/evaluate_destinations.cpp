// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>

#include <cstddef>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

TEMPLATE_LIST_TEST_CASE("Centers, faces and surfaces may be destinations of one evaluate", "[evaluate]",
                        support::TwoAxes) {
  const auto grid = support::quadratic_grid(37, 35);
  typename TestType::centers a(grid), doubled(grid);
  typename TestType::faces gradient(grid), expected_gradient(grid);
  typename TestType::surface lowest(grid), flux(grid);
  support::scatter(a, 1);
  support::scatter(flux, 2);
  const auto flux_before = flux.to_host();
  expected_gradient = GradientC2F(bottom(SetGradient(flux)))(a);
  const auto slope = GradientC2F(bottom(SetGradient(flux)))(a);
  evaluate(into(lowest, at_level(a, 0) + flux), into(gradient, slope), into(flux, -flux), into(doubled, 2 * a));
  REQUIRE_THAT(levels_of(gradient), are(expected_gradient.to_host()));
  for (std::size_t column = 0; column < grid.columns(); ++column) {
    REQUIRE(lowest(column) == a(0, column) + flux_before[column]);
    REQUIRE(flux(column) == -flux_before[column]);
    REQUIRE(doubled(36, column) == 2 * a(36, column));
  }
}

TEST_CASE("The destinations of one evaluate may differ in layout and precision", "[evaluate]") {
  const auto grid = support::quadratic_grid(41, 67);
  CenterField<double> a(grid), first(grid);
  CenterField<float, backend::Cpu, layout::ColumnsContiguous> second(grid), single(grid);
  support::scatter(a);
  single = a;
  std::vector<double> memory(41 * 67 * 2);
  const auto strided = wrap_center(memory.data(), 2, 82, grid);
  evaluate(into(first, a + 1.0), into(second, a * single), into(strided, -a));
  for (std::size_t column = 0; column < grid.columns(); ++column) {
    for (int level = 0; level < 41; ++level) {
      REQUIRE(first(level, column) == a(level, column) + 1);
      REQUIRE(second(level, column) == static_cast<float>(a(level, column) * single(level, column)));
      REQUIRE(strided(level, column) == -a(level, column));
    }
  }
}

TEST_CASE("A policy may be the last argument of evaluate; its mask holds for all destinations", "[evaluate][mask]") {
  const auto grid = support::quadratic_grid(33, 5);
  CenterField<double> a(grid), b(grid);
  SurfaceField<bool> land(grid);
  land.fill([](std::size_t column) { return column % 2 == 0; });
  support::scatter(a, 1);
  support::scatter(b, 2);
  const auto a_before = a.to_host(), b_before = b.to_host();
  evaluate(into(a, b), into(b, a), policy().where(land));
  const auto a_after = a.to_host(), b_after = b.to_host();
  for (std::size_t i = 0; i < a_before.size(); ++i) {
    const bool written = i / 33 % 2 == 0;
    REQUIRE(a_after[i] == (written ? b_before : a_before)[i]);
    REQUIRE(b_after[i] == (written ? a_before : b_before)[i]);
  }
}

TEST_CASE("A number may be evaluated into a field beside an expression", "[evaluate]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 2);
  CenterField<float> a(grid);
  FaceField<double> f(grid);
  f = 3.0;
  evaluate(into(a, 0.1), into(f, f + 1.0));
  REQUIRE(a(4, 1) == 0.1F);
  REQUIRE(f(5, 1) == 4);
}

TEST_CASE("A field that is a destination twice in one evaluate is refused, and nothing is written",
          "[evaluate][errors]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 2);
  CenterField<double> a(grid, "a"), b(grid);
  const auto twice = Catch::Matchers::Message(
      "stencil: \"a\" (center field, 5 levels x 2 columns, levels contiguous) is a destination twice in one evaluate; "
      "give each result a field of its own");
  REQUIRE_THROWS_MATCHES(evaluate(into(a, 1.0), into(b, 3.0), into(a, 2.0)), Error, twice);
  const auto powers = columnwise([](auto x) { return results(x + 1.0, x + 2.0); });
  REQUIRE_THROWS_MATCHES((fields(a, a) = powers(b)), Error, twice);
  REQUIRE(a.to_host() == std::vector<double>(10, 0.0));
  REQUIRE(b.to_host() == std::vector<double>(10, 0.0));
  CenterField<Vec<double, 2>> wind(grid);
  evaluate(into(component<0>(wind), 1.0), into(component<1>(wind), 2.0));
  REQUIRE(wind(4, 1) == Vec<double, 2>{1, 2});
}
