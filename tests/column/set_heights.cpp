// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <limits>

#include "changed_heights.hpp"

using namespace heights_test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

TEST_CASE("After set_heights assignments give the bits of a grid made with those heights", "[heights]") {
  CHECK(first_difference<double, backend::Cpu, layout::LevelsContiguous>(policy()) == "");
  CHECK(first_difference<float, backend::Cpu, layout::ColumnsContiguous>(policy()) == "");
}

TEST_CASE("Heights are set from an expression of the heights so far", "[heights]") {
  const int levels = 7;
  const auto grid = ColumnGrid::stretched(levels, -100.0, 0.0, 30.0, columns).with_changing_heights();
  const std::vector<double> before(grid.z_faces().begin(), grid.z_faces().end());
  SurfaceField<double> eta(grid);
  eta.fill([](std::size_t c) { return 0.1 * static_cast<double>(c) - 0.5; });
  set_heights(grid, heights(Face{}) + eta * (1.0 + heights(Face{}) / 100.0));  // z*
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t k = 0; k < before.size(); ++k)
      CHECK(grid.z_faces(c)[k] == before[k] + eta(c) * (1.0 + before[k] / 100.0));
  }
  set_heights<backend::Cpu>(grid, 2.0 * heights(Face{}));
  CHECK(grid.z_faces()[0] == -200.0);
}

TEST_CASE("set_thickness keeps thicknesses to the bit and sums them up from the end that is given", "[heights]") {
  for (const int levels : {1, 2, 3, 65, 1000}) {
    INFO(levels << " levels");
    const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns).with_changing_heights();
    CenterField<float> h(grid), apart_now(grid);
    SurfaceField<float> sea_floor(grid);
    h.fill([](double z, std::size_t c) { return static_cast<float>(1.1 + z + static_cast<double>(c)); });
    sea_floor.fill([](std::size_t c) { return 3.3F * static_cast<float>(c); });
    const auto require = [&](bool downward) {
      for (std::size_t c = 0; c < columns; ++c) {
        const auto dz = grid.dz_centers(c), z = grid.z_faces(c), distance = grid.dz_faces(c);
        const auto n = static_cast<std::size_t>(levels);
        long double expected = -sea_floor(c);
        for (std::size_t i = 0; i <= n; ++i) {
          const std::size_t face = downward ? n - i : i;
          REQUIRE(std::fabs(z[face] - static_cast<double>(expected)) <= 1e-12 * (1.0 + std::fabs(z[face])));
          if (i < n)
            expected +=
                (downward ? -1 : 1) * static_cast<long double>(h(static_cast<int>(downward ? face - 1 : face), c));
        }
        for (std::size_t k = 0; k < n; ++k) REQUIRE(dz[k] == static_cast<double>(h(static_cast<int>(k), c)));
        for (std::size_t k = 1; k < n; ++k) REQUIRE(distance[k] == 0.5 * (dz[k - 1] + dz[k]));
        REQUIRE(distance[n] == dz[n - 1]);
      }
    };
    set_thickness(grid, h, bottom(-1.0F * sea_floor));
    require(false);
    apart_now = spacing<float>(Center{});
    REQUIRE(apart_now.to_host() == h.to_host());
    set_thickness(grid, 1.0F * h, top(-1.0F * sea_floor));
    require(true);
  }
}

TEST_CASE("check_heights names the column and the cell whose faces do not rise", "[heights]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, columns).with_changing_heights();
  FaceField<double> z(grid);
  z = heights(Face{});
  CHECK_NOTHROW(check_heights(grid));
  for (const double wrong :
       {2.0, 1.5, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    z(3, 11) = wrong;
    set_heights(grid, z);
    CHECK_THROWS_MATCHES(check_heights(grid), GridError,
                         MessageMatches(ContainsSubstring("cell 2 of column 11") && ContainsSubstring("at 2 m")));
  }
}

TEST_CASE("Only grids made for it take other heights, and each equals its copies alone", "[heights]") {
  const auto fixed = ColumnGrid::uniform(4, 0.0, 4.0, 2);
  const auto grid = fixed.with_changing_heights(), other = fixed.with_changing_heights();
  const ColumnGrid copy = grid;
  CHECK((copy == grid && !(other == grid) && !(fixed == grid)));
  CHECK((grid.heights_change() && grid.heights_per_column() && !fixed.heights_change()));
  const FaceField<double> z(fixed), elsewhere(other), empty;
  CHECK_THROWS_MATCHES(set_heights(fixed, z), GridError, MessageMatches(ContainsSubstring("with_changing_heights")));
  CHECK_THROWS_MATCHES(set_heights(grid, elsewhere), GridError, MessageMatches(ContainsSubstring("another grid")));
  CHECK_THROWS_AS(set_heights(grid, 2.0 * elsewhere), GridError);
  CHECK_THROWS_AS(set_heights(grid, empty), ShapeError);
  CHECK_THROWS_AS(ColumnGrid::periodic(4, 0.0, 1.0).with_changing_heights(), GridError);
  CHECK_THROWS_AS(grid.with_columns(3), GridError);
  // What is refused leaves the heights as they are.
  CHECK(grid.z_faces(1)[4] == 4.0);
}

TEST_CASE("Tracers go from layers that moved to others in one remap, and keep their mass", "[heights][remap]") {
  const int levels = 33;
  const auto moved = ColumnGrid::uniform(levels, -1.0, 0.0, columns).with_changing_heights();
  const auto target = ColumnGrid::stretched(41, -1.0, 0.0, 0.01, columns).with_changing_heights();
  CenterField<double> a(moved), b(moved), new_a(target), new_b(target);
  support::scatter(a, 1);
  support::scatter(b, 2);
  SurfaceField<double> before(moved), after(target), eta(moved), eta_there(target);
  for (const double amplitude : {0.1, -0.2}) {
    eta.fill([&](std::size_t c) { return amplitude * support::scattered(c, 7); });
    eta_there.from_host(eta.to_host());
    set_thickness(moved, 1.0 + 0.3 * a, bottom(-1.0));
    const auto span = [&](const ColumnGrid& grid, const auto& surface) {
      SurfaceField<double> top_now(grid);
      top_now = at_level(heights(Face{}), -1);
      set_heights(grid, (heights(Face{}) + 1.0) * (1.0 + surface) / (top_now + 1.0) - 1.0);
    };
    span(moved, eta);
    span(target, eta_there);
    check_heights(moved);
    check_ends(moved, target);
    fields(new_b) = remap(moved, target, PPM{})(a);  // a list of one
    new_a = remap(moved, target, PPM{})(a);
    CHECK(new_a.to_host() == new_b.to_host());
    fields(new_a, new_b) = remap(moved, target, PPM{})(a, a * b);
    before = column_integral(a);
    after = column_integral(new_a);
    for (std::size_t c = 0; c < columns; ++c) CHECK(std::fabs(after(c) - before(c)) <= 1e-14);
    before = column_integral(a * b);
    after = column_integral(new_b);
    for (std::size_t c = 0; c < columns; ++c) CHECK(std::fabs(after(c) - before(c)) <= 1e-14);
  }
  set_heights(moved, heights(Face{}) + 0.1 + 0.0 * eta);
  CHECK_THROWS_MATCHES(check_ends(moved, target), GridError, MessageMatches(ContainsSubstring("column 0")));
  set_heights(moved, heights(Face{}) - 0.1 + 1e-10 + 0.0 * eta);
  CHECK_THROWS_MATCHES(check_ends(moved, target), GridError, MessageMatches(ContainsSubstring("from -0.99999999")));
  const auto ring = ColumnGrid::periodic(4, 0.0, 100.0, columns);
  CHECK_NOTHROW(check_ends(ring, ColumnGrid::periodic(5, 0.0, 100.0, columns)));
  CHECK_THROWS_AS(check_ends(ring, ColumnGrid::periodic(4, 0.0, 200.0, columns)), GridError);
  CHECK_THROWS_MATCHES(check_ends(ring, ColumnGrid::periodic(4, 0.0, 100.0, columns + 1)), GridError,
                       MessageMatches(ContainsSubstring("a remap needs the same columns")));
}
