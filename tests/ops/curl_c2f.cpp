// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <array>
#include <cmath>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/components.hpp"
#include "support/convergence.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

using Wind = Vec<double, 2>;

// The footprint, found from the formula.
constexpr auto& reads = footprint<CurlC2F<>, 1>.argument[0];
static_assert(reads.low == -1 && reads.high == 1 && reads.count() == 2);

/// A field of winds from two fields of numbers, and back.
template <class Winds, class Numbers>
Winds from_components(const Numbers& u, const Numbers& v) {
  Winds wind(u.grid());
  for (std::size_t column = 0; column < wind.columns(); ++column)
    for (int level = 0; level < wind.levels(); ++level) wind(level, column) = {u(level, column), v(level, column)};
  return wind;
}
template <class Numbers, class Winds>
Numbers component(const Winds& wind, std::size_t i) {
  Numbers numbers(wind.grid());
  for (std::size_t column = 0; column < wind.columns(); ++column)
    for (int level = 0; level < wind.levels(); ++level) numbers(level, column) = wind(level, column)[i];
  return numbers;
}

}  // namespace

TEST_CASE("CurlC2F of four cells is as on paper", "[curl]") {
  const auto grid = support::FourCells::grid(2);
  CenterField<Wind> wind(grid);
  const Wind x[] = {{1, 2}, {5, 0}, {1, 6}, {9, 6}};
  for (int k = 0; k < 4; ++k) wind(k, 0) = wind(k, 1) = x[k];
  FaceField<Wind> curl(grid);
  const auto require = [&](const std::array<Wind, 5>& expected) {
    for (int face = 0; face < 5; ++face)
      REQUIRE((curl(face, 0) == expected[static_cast<std::size_t>(face)] && curl(face, 1) == curl(face, 0)));
  };
  curl = CurlC2F()(wind);
  require({{{1, 2}, {1, 2}, {-3, -2}, {0, 4}, {0, 4}}});
  curl = CurlC2F(bottom(SetCurl(Wind{7, 8})), top(SetCurl(Wind{-1, 3})))(wind);
  require({{{7, 8}, {1, 2}, {-3, -2}, {0, 4}, {-1, 3}}});
  curl = CurlC2F(bottom(SetValue(Wind{3, 3})), top(SetValue(Wind{6, 12})))(wind);
  require({{{2, -4}, {1, 2}, {-3, -2}, {0, 4}, {-4, -2}}});
}

TEST_CASE("CurlC2F of a constant wind is 0, of one that grows linearly exact", "[curl]") {
  for (const auto& grid : {support::quadratic_grid(40, 3), support::grid_per_column(33, 7)}) {
    const auto u = support::sampled<Center>(grid, [](double z) { return 0.1 + 2 * z; });
    const auto v = support::sampled<Center>(grid, [](double z) { return 0.3 - z; });
    FaceField<Wind> curl(grid);
    const Wind ground{0.1, 0.3};
    const auto wind = from_components<CenterField<Wind>>(u, v);
    curl = CurlC2F(bottom(SetValue(ground)))(wind);
    support::require_everywhere(component<FaceField<double>>(curl, 0), 1, 200 * 0x1p-52);
    support::require_everywhere(component<FaceField<double>>(curl, 1), 2, 200 * 0x1p-52);
    const auto constant = support::sampled<Center>(grid, [](double) { return 0.1; });
    const auto calm = from_components<CenterField<Wind>>(constant, constant);
    curl = CurlC2F()(calm);
    support::require_everywhere(component<FaceField<double>>(curl, 0), 0);
    support::require_everywhere(component<FaceField<double>>(curl, 1), 0);
  }
}

TEST_CASE("CurlC2F is of second order", "[curl]") {
  for (const auto& meshes : {support::uniform(0, support::pi), support::stretched(0, support::pi)}) {
    for (const std::size_t i : {0U, 1U}) {
      const auto apply = [&](const ColumnGrid& grid) {
        const auto u = support::sampled<Center>(grid, [](double z) { return std::sin(z); });
        const auto v = support::sampled<Center>(grid, [](double z) { return std::sin(3 * z); });
        FaceField<Wind> curl(grid);
        const Wind still{0, 0};
        const auto wind = from_components<CenterField<Wind>>(u, v);
        curl = CurlC2F(bottom(SetValue(still)), top(SetValue(still)))(wind);
        return component<FaceField<double>>(curl, i);
      };
      support::require_order(meshes, 1.9, 2.1, apply,
                             [=](double z) { return i == 0 ? -3 * std::cos(3 * z) : std::cos(z); });
    }
  }
}

TEMPLATE_LIST_TEST_CASE("CurlC2F is the gradients of the components, turned, at every size", "[curl][sizes]",
                        support::FormulaAxes) {
  using Number = typename TestType::number;
  using W = support::Wind<TestType>;
  const W low{2, Number(-0.5)}, high{-3, Number(0.25)};
  support::each_grid(20'000, [&](const ColumnGrid& grid) {
    typename TestType::centers u(grid), v(grid);
    support::scatter(u, 1);
    support::scatter(v, 2);
    const auto wind = from_components<support::WindField<TestType, Center>>(u, v);
    support::WindField<TestType, Face> curl(grid);
    typename TestType::faces first(grid), second(grid);
    const auto require = [&] {
      REQUIRE_THAT(support::levels_of(component<typename TestType::faces>(curl, 0)), support::are(first.to_host()));
      REQUIRE_THAT(support::levels_of(component<typename TestType::faces>(curl, 1)), support::are(second.to_host()));
    };
    CAPTURE(grid.levels(), grid.columns(), grid.periodic());
    curl = CurlC2F()(wind);
    first = -GradientC2F()(v);
    second = GradientC2F()(u);
    require();
    curl = CurlC2F(bottom(SetValue(low)), top(SetCurl(high)))(wind);
    first = -GradientC2F(bottom(SetValue(low[1])), top(SetGradient(-high[0])))(v);
    second = GradientC2F(bottom(SetValue(low[0])), top(SetGradient(high[1])))(u);
    require();
    curl = CurlC2F(bottom(SetCurl(low)), top(SetValue(high)))(wind);
    first = -GradientC2F(bottom(SetGradient(-low[0])), top(SetValue(high[1])))(v);
    second = GradientC2F(bottom(SetGradient(low[1])), top(SetValue(high[0])))(u);
    require();
  });
}

TEST_CASE("CurlC2F takes a surface field of winds", "[curl][conditions]") {
  const auto grid = support::quadratic_grid(5, 37);
  CenterField<Wind> wind(grid);
  SurfaceField<Wind> given(grid);
  FaceField<Wind> curl(grid);
  for (std::size_t column = 0; column < grid.columns(); ++column)
    given(column) = {support::scattered(column, 1), support::scattered(column, 2)};
  wind.fill([](double z) { return Wind{z, -2 * z}; });
  curl = CurlC2F(bottom(SetCurl(given)), top(SetCurl(2.0 * given)))(wind);
  for (std::size_t column = 0; column < grid.columns(); ++column) {
    REQUIRE(curl(0, column) == given(column));
    REQUIRE(curl(5, column) == 2.0 * given(column));
    REQUIRE(std::abs(curl(2, column)[0] - 2) + std::abs(curl(2, column)[1] - 1) < 1e-13);
  }
}

TEST_CASE("CurlC2F of a column upside down is upside down", "[curl]") {
  for (const auto& grid : support::symmetric_grids(3)) {
    CenterField<double> u(grid), v(grid);
    support::scatter(u, 1);
    support::scatter(v, 2);
    const auto wind = from_components<CenterField<Wind>>(u, v);
    FaceField<Wind> upright(grid), turned(grid);
    upright = CurlC2F()(wind);
    const auto mirrored = support::mirrored(wind);
    turned = CurlC2F()(mirrored);
    const bool mirror_image = turned.to_host() == support::mirrored(upright, support::Parity::odd).to_host();
    REQUIRE(mirror_image);
  }
}

TEST_CASE("CurlC2F in an expression may read the field that it changes", "[curl][aliasing]") {
  for (const auto& grid : {support::quadratic_grid(65, 5), ColumnGrid::periodic(40, 0.0, 1.0, 5)}) {
    CenterField<double> u(grid), v(grid);
    support::scatter(u, 1);
    support::scatter(v, 2);
    auto wind = from_components<CenterField<Wind>>(u, v);
    const CenterField<Wind> copy(wind);
    CenterField<Wind> expected(grid);
    expected = copy + 0.01 * InterpolateF2C()(CurlC2F()(copy));
    wind = wind + 0.01 * InterpolateF2C()(CurlC2F()(wind));
    const bool same = wind.to_host() == expected.to_host(), changed = wind.to_host() != copy.to_host();
    REQUIRE((same && changed));
  }
}

TEST_CASE("CurlC2F has a derivative, and a matrix of blocks", "[curl][jacobian]") {
  for (const auto& grid :
       {support::quadratic_grid(1, 3), support::quadratic_grid(9, 5), ColumnGrid::periodic(7, 0.0, 1.0, 3)}) {
    CenterField<Wind> wind(grid), along(grid), moved(grid);
    SurfaceField<double> s(grid), ds(grid);
    FaceField<Wind> slope(grid), by_matrix(grid), expected(grid);
    wind.fill([](double z, std::size_t c) { return Wind{std::sin(3 * z + static_cast<double>(c)), std::cos(z)}; });
    along.fill([](double z, std::size_t c) { return Wind{std::cos(z - static_cast<double>(c)), 2 * z}; });
    s = 0.5, ds = 2.0;
    moved = wind + along;
    const auto apart = [&] {
      double most = 0;
      for (int k = 0; k <= grid.levels(); ++k) {
        for (std::size_t c = 0; c < grid.columns(); ++c)
          most = std::max(most, norm(slope(k, c) - expected(k, c)) + norm(by_matrix(k, c) - expected(k, c)));
      }
      return most;
    };
    const CurlC2F curl(bottom(SetValue(Wind{1, 2})), top(SetCurl(Wind{3, 4})));
    slope = jvp(curl(wind), wrt(wind), along);
    by_matrix = jacobian(curl(wind), wrt(wind)) * along;
    expected = curl(moved) - curl(wind);
    CHECK(apart() < 1e-13);
    // By what a condition says.
    slope = jvp(CurlC2F(bottom(SetCurl(vec(s, 3.0 * s))))(wind), wrt(s), ds);
    by_matrix = columnwise([](auto of_column, auto x) {
      return results(CurlC2F(bottom(SetCurl(vec(of_column, 3.0 * of_column))), top(SetCurl(Wind{})))(0.0 * x));
    })(ds, wind);
    expected = slope;
    if (grid.levels() > 1) CHECK(apart() == 0);
  }
}
