// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

struct Otherwise {
  STENCIL_FUNCTION auto operator()(auto x, auto u, auto most) const {
    return results(first_value_where(x > most, x, from_top, most), first_value_where(x > 0.6, x * x, 3.0 * most),
                   first_value_where(x > most, u, from_bottom, vec(most, -most)),
                   first_value_where(x > most, heights(Center{}), from_bottom, most));
  }
};
template <class Layout>
void require_otherwise() {
  const auto grid = ColumnGrid::uniform(9, 0.0, 9.0, 30);
  CenterField<double, backend::Cpu, Layout> x(grid);
  CenterField<Vec<double, 2>, backend::Cpu, Layout> u(grid);
  SurfaceField<double> most(grid), topmost(grid), square(grid), height(grid);
  SurfaceField<Vec<double, 2>> wind(grid);
  for (std::size_t c = 0; c < 30; ++c) {
    most(c) = c % 3 == 0 ? 0.4 : 0.8;  // reached in a third of the columns
    for (int k = 0; k < 9; ++k) {
      x(k, c) = 0.01 * static_cast<double>((7 * static_cast<std::size_t>(k) + 13 * c) % 65);
      u(k, c) = {x(k, c) + 1, x(k, c) - 2};
    }
  }
  fields(topmost, square, wind, height) = columnwise(Otherwise{})(x, u, most);
  for (std::size_t c = 0; c < 30; ++c) {
    int high = no_level, first = no_level, low = no_level;
    for (int k = 0; k < 9; ++k) high = x(k, c) > most(c) ? k : high;
    for (int k = 8; k >= 0; --k) first = x(k, c) > 0.6 ? k : first, low = x(k, c) > most(c) ? k : low;
    CAPTURE(c, high, first, low);
    REQUIRE(topmost(c) == (high == no_level ? most(c) : x(high, c)));
    REQUIRE(square(c) == (first == no_level ? 3 * most(c) : x(first, c) * x(first, c)));
    REQUIRE(wind(c)[0] == (low == no_level ? most(c) : u(low, c)[0]));
    REQUIRE(wind(c)[1] == (low == no_level ? -most(c) : u(low, c)[1]));
    REQUIRE(height(c) == (low == no_level ? most(c) : low + 0.5));
  }
  // The derivative of what stands for a value that is not found.
  SurfaceField<double> slope(grid);
  CenterField<double, backend::Cpu, Layout> three(grid);
  three = 3.0;
  slope = jvp(first_value_where(x > most, x * x, from_top, column_sum(x)), wrt(x), three);
  for (std::size_t c = 0; c < 30; ++c) {
    int high = no_level;
    for (int k = 0; k < 9; ++k) high = x(k, c) > most(c) ? k : high;
    REQUIRE(slope(c) == (high == no_level ? 27 : 2 * x(high, c) * 3));
  }
}
}  // namespace

TEST_CASE("A search gives a value per column where it finds none", "[columnwise]") {
  require_otherwise<layout::ColumnsContiguous>();
#if STENCIL_CPU_ROWS < 2  // levels contiguous there are no rows
  require_otherwise<layout::LevelsContiguous>();
#endif
}

TEST_CASE("A value at a height is that of a level there, whatever the one below is", "[columnwise]") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 1);
  const CenterField<double> x(grid, {2.0, none, 5.0, 7.0});
  SurfaceField<double> at_height_of_column(grid);
  const auto at = [&](double height) {
    at_height_of_column = at_height(x, height);
    return at_height_of_column(0);
  };
  CHECK(at(0.5) == 2.0);
  CHECK(at(2.5) == 5.0);
  CHECK(at(3.0) == 6.0);
  CHECK(std::isnan(at(2.25)));
  CHECK(std::isnan(at(0.25)));  // below the lowest level
  CHECK(std::isnan(at(3.75)));
  at_height_of_column = at_height(x, 3.75, -1.0);
  CHECK(at_height_of_column(0) == -1.0);
}

TEST_CASE("Values at a height and at a level that is found have derivatives, Vecs too", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 2);
  const CenterField<double> x(grid, {1.0, 2.0, 5.0, 7.0}), along(grid, {0.5, 1.0, 3.0, 2.0});
  SurfaceField<double> height(grid), slope(grid);
  height.fill([](std::size_t column) { return column == 0 ? 2.25 : 9.0; });
  slope = jvp(at_height(x, height, 4.0), wrt(x), along);
  CHECK(slope(0) == 2.5);
  CHECK(slope(1) == 0.0);  // beyond the highest level
  slope = jvp(at_height(x, height, column_sum(x)), wrt(x), along);
  CHECK(slope(0) == 2.5);
  CHECK(slope(1) == 6.5);
  slope = jvp(at_height(x, at_level(x, 0) + 1.25, 4.0), wrt(x), along);  // three times that of the height
  CHECK(slope(0) == 4.0);
  slope = jvp(component<1>(at_height(vec(x, 2.0 * x), height, 4.0)), wrt(x), along);
  CHECK(slope(0) == 5.0);
  CHECK(slope(1) == 0.0);
  slope = jvp(component<1>(first_value_where(x > 0.5 * height, vec(x, 2.0 * x), from_bottom, 4.0)), wrt(x), along);
  CHECK(slope(0) == 2.0);
  CHECK(slope(1) == 6.0);
  slope = jvp(component<1>(first_value_where(x > height, vec(x, 2.0 * x), from_bottom, 4.0)), wrt(x), along);
  CHECK(slope(0) == 6.0);
  CHECK(slope(1) == 0.0);
}
