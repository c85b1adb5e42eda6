// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

namespace {

/// `expected` where the mask, one truth per value in host order, says so, else `before`.
template <class T, class Mask>
std::vector<T> merged(const std::vector<T>& before, const std::vector<T>& expected, const Mask& written) {
  std::vector<T> result(before);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = written(i) ? expected[i] : before[i];
  return result;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("A mask per column leaves whole columns as they are", "[mask]", support::AllAxes) {
  for (const int levels : {1, 7, 32, 65}) {
    for (const std::size_t columns : {std::size_t{1}, std::size_t{33}, std::size_t{1201}}) {
      const support::Threads threads(3);
      const auto grid = support::quadratic_grid(levels, columns);
      typename TestType::centers a(grid), b(grid);
      typename TestType::surface weight(grid);  // numbers serve as well: true where not zero
      support::scatter(a, 1);
      support::scatter(b, 2);
      weight.fill([](std::size_t column) { return column % 3 == 0 ? 0 : -0.25; });
      const auto before = a.to_host();
      assign(a, b, policy().where(weight));
      const auto rows = static_cast<std::size_t>(levels);
      CAPTURE(levels, columns);
      REQUIRE_THAT(levels_of(a), are(merged(before, b.to_host(), [&](std::size_t i) { return i / rows % 3 != 0; })));
    }
  }
}

TEMPLATE_TEST_CASE("A mask of numbers of another precision is true where they are not zero", "[mask]",
                   layout::LevelsContiguous, layout::ColumnsContiguous) {
  const auto grid = support::quadratic_grid(19, 33);
  Field<float, Center, backend::Cpu, TestType> a(grid);
  Field<double, Center, backend::Cpu, TestType> fraction(grid);
  fraction.fill([](double z) { return z > 0.5 ? 0.25 : 0.0; });
  assign(a, 1.0, policy().where(fraction));
  for (std::size_t i = 0; i < a.to_host().size(); ++i)
    REQUIRE(a.to_host()[i] == (fraction.to_host()[i] > 0 ? 1.0F : 0.0F));
}

TEST_CASE("Doubles have the same bits in both layouts, under a mask too", "[mask]") {
  const auto values = []<class Layout>(Layout, std::size_t columns) {
    const auto grid = support::quadratic_grid(33, columns);
    Field<double, Center, backend::Cpu, Layout> a(grid), b(grid), y(grid);
    support::scatter(a, 1);
    support::scatter(b, 2);
    const auto flux = DivergenceF2C(no_flux)(GradientC2F()(a));
    y = where((a < b && !(b < 0.5)) || a == b, flux / (1.5 + max(a, b)), sqrt(abs(a - b)) - min(a, 0.25));
    assign(y, y - flux, policy().where(a >= 0.25));
    return y.to_host();
  };
  for (const std::size_t columns : {std::size_t{1}, std::size_t{5}, std::size_t{67}}) {
    CHECK(values(layout::ColumnsContiguous{}, columns) == values(layout::LevelsContiguous{}, columns));
  }
}

TEMPLATE_LIST_TEST_CASE("A mask per level leaves single values as they are", "[mask]", support::OneAxis) {
  using Axis = TestType;
  for (const int levels : {1, 7, 32, 65}) {
    for (const std::size_t columns : {std::size_t{1}, std::size_t{33}}) {
      const auto grid = support::quadratic_grid(levels, columns);
      typename Axis::faces f(grid), g(grid), expected(grid);
      Field<bool, Face, backend::Cpu, typename Axis::layout> wet(grid);
      support::scatter(f, 1);
      support::scatter(g, 2);
      std::vector<bool> truth;
      for (std::size_t i = 0; i < f.to_host().size(); ++i) truth.push_back(support::scattered(i, 3) > 0.25);
      wet.from_host(truth);
      const auto before = f.to_host();
      expected = g * g;
      assign(f, g * g, policy().where(wet));
      CAPTURE(levels, columns);
      REQUIRE_THAT(levels_of(f),
                   are(merged(before, expected.to_host(), [&](std::size_t i) { return bool(truth[i]); })));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("A mask may be an expression that reads the destination and its neighbours", "[mask][aliasing]",
                        support::OtherAxis) {
  for (const std::size_t columns : {std::size_t{5}, std::size_t{1201}}) {
    const support::Threads threads(4);
    const auto grid = support::quadratic_grid(65, columns);
    typename TestType::centers a(grid), expected(grid);
    support::scatter(a);
    const typename TestType::centers before(a);
    const auto step = [](const auto& x) { return x + 0.01 * DivergenceF2C()(GradientC2F()(x)); };
    // The exponential is dear enough for a tile, but a mask has none: it is read while results are written.
    const auto peaks = [](const auto& x) { return x > 0.25 && GradientF2C()(exp(InterpolateC2F()(x))) < 10; };
    expected = where(peaks(before), step(before), before);
    assign(a, step(a), policy().where(peaks(a)));
    REQUIRE_THAT(levels_of(a), are(expected.to_host()));
    // Here nothing but the mask has to wait.
    a = before;
    expected = where(peaks(before), 0.5 - before, before);
    assign(a, 0.5 - a, policy().where(peaks(a)));
    REQUIRE_THAT(levels_of(a), are(expected.to_host()));
  }
}

TEMPLATE_LIST_TEST_CASE("A mask with operators is the mask of their values, at the ends and on a ring too", "[mask]",
                        support::OneAxis) {
  const auto smooth = [](const auto& x) { return InterpolateF2C()(InterpolateC2F()(x)); };
  const auto costly = [](const auto& x) { return InterpolateF2C()(exp(InterpolateC2F()(x))) - 1; };
  const auto twice = [&](const auto& x) {
    const auto once = smooth(x);
    return once * abs(once) + once;
  };
  for (const int levels : {1, 2, 3, 5, 16, 33}) {
    for (const auto& grid : {support::quadratic_grid(levels, 5), ColumnGrid::periodic(levels, 0.0, 1.0, 5)}) {
      typename TestType::centers x(grid), y(grid), values(grid), result(grid);
      support::scatter(x, 1);
      support::scatter(y, 2);
      const auto check = [&](const auto& of, const auto& how) {
        values = of(x);
        result.fill(7.0);
        const auto before = result.to_host();
        assign(result, y, how.where(of(x) > 0));
        const auto positive = values.to_host();
        CAPTURE(levels, grid.periodic());
        REQUIRE_THAT(levels_of(result),
                     are(merged(before, y.to_host(), [&](std::size_t i) { return positive[i] > 0; })));
      };
      check(smooth, policy());
      check(costly, policy());
      check(twice, policy());
      check(smooth, with(cpu::StoreAll{}));
    }
  }
}

TEST_CASE("Where the mask is false nothing is written, not even over a NaN", "[mask]") {
  const auto grid = ColumnGrid::uniform(21, -1.0, 1.0, 2);
  CenterField<double> z(grid), root(grid);
  z = heights(Center{});
  root = std::numeric_limits<double>::quiet_NaN();
  assign(root, sqrt(z), policy().where(z > 0));
  for (int level = 0; level < 21; ++level) REQUIRE(std::isnan(root(level, 1)) == !(z(level, 1) > 0));
  assign(root, 0.0, policy().where(!(z > 0)));
  REQUIRE(root(0, 0) == 0);
  REQUIRE(root(20, 0) == std::sqrt(z(20, 0)));
}

TEST_CASE("A mask holds for surface destinations", "[mask]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 1.0, 41);
  SurfaceField<double> flux(grid);
  SurfaceField<bool> ocean(grid);
  CenterField<double> a(grid);
  a.fill([](double, std::size_t column) { return static_cast<double>(column); });
  ocean.fill([](std::size_t column) { return column < 20; });
  flux = -1.0;
  assign(flux, at_level(a, 0), policy().where(ocean));
  for (std::size_t column = 0; column < 41; ++column)
    REQUIRE(flux(column) == (column < 20 ? static_cast<double>(column) : -1.0));
}

TEST_CASE("A mask and a strategy go together in one policy", "[mask]") {
  const auto grid = support::quadratic_grid(33, 7);
  CenterField<double> a(grid), expected(grid), first(grid), second(grid);
  support::scatter(a);
  const auto nested = DivergenceF2C()(GradientC2F()(exp(a)));
  expected = where(a > 0, nested, 0.0);
  assign(first, nested, policy().with(cpu::StoreAll{}).where(a > 0));
  assign(second, nested, with(cpu::Recompute{}).where(a > 0));
  REQUIRE_THAT(levels_of(first), are(expected.to_host()));
  REQUIRE_THAT(levels_of(second), are(expected.to_host()));
}
