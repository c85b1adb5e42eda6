// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

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

namespace {
/// Levels that are found, of fields, of what is computed and of heights, beside results at all levels; x may be a
/// destination.
struct AtLevels {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto k) const {
    const auto low = first_level_where(x > 30.0), high = first_level_where(y > 40.0, from_top);
    return results(2.0 * y - at_level(x, low, -1.0), at_level(x, k, 0.5) - at_level(2.0 * y, high, 7.0),
                   first_height_where(y > 40.0, from_top, -2.0), at_level(x, -1) - at_level(y, 1), high + low);
  }
};
/// Single levels and values per column alone.
struct OfLevels {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto k) const {
    return results(at_level(x, k, 0.5) + at_level(y, -2), at_level(at_level(x, k, 0.0) + x, 2) - 1.0);
  }
};
struct OfFields {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto k) const {
    return results(at_level(x, k, 0.5) + at_level(y, -2), k + k);
  }
};
/// Single levels, of which only the pass that goes down makes use.
struct OnTheWayDown {
  STENCIL_FUNCTION auto operator()(auto x, auto y) const {
    const auto above_here = column_accumulate<Center>(functions::Add{}, 0.0, as_is, from_top, 2.0 * x + (y - x) * y);
    return results(above_here + (x - y) * (x + y) + at_level(y, 0), above_here - x * y * at_level(x, -1));
  }
};
template <class T, class Layout>
void require_levels(std::size_t columns) {
  constexpr int levels = 9;
  const auto grid = ColumnGrid::stretched(levels, 0.0, 9.0, 0.5, columns);
  CenterField<T, backend::Cpu, Layout> x(grid), y(grid), z(grid);
  SurfaceField<T> both(grid), height(grid), ends(grid), of_levels(grid), computed(grid), of_fields(grid);
  SurfaceField<int> k(grid), sum(grid), twice(grid);
  for (std::size_t c = 0; c < columns; ++c) {
    k(c) = static_cast<int>(c * 5 % 13) - 2;  // some columns have no such level
    for (int l = 0; l < levels; ++l) {
      x(l, c) = static_cast<T>((7 * static_cast<std::size_t>(l) + 13 * c) % 43);
      y(l, c) = static_cast<T>((11 * static_cast<std::size_t>(l) + 17 * c) % 59);
    }
  }
  const auto was = x;
  fields(z, both, height, ends, sum) = columnwise(AtLevels{})(x, y, k);
  fields(of_levels, computed) = columnwise(OfLevels{})(x, y, k);
  fields(of_fields, twice) = columnwise(OfFields{})(x, y, k);
  const auto require_all = [&](const auto& at_all) {
    for (std::size_t c = 0; c < columns; ++c) {
      int low = no_level, high = no_level;
      for (int l = 0; l < levels; ++l) high = y(l, c) > 40 ? l : high;
      for (int l = levels; l-- > 0;) low = was(l, c) > 30 ? l : low;
      const bool there = k(c) >= 0 && k(c) < levels;
      CAPTURE(columns, c, k(c), low, high);
      for (int l = 0; l < levels; ++l) REQUIRE(at_all(l, c) == 2 * y(l, c) - (low < 0 ? T(-1) : was(low, c)));
      REQUIRE(both(c) == (there ? was(k(c), c) : T(0.5)) - (high < 0 ? T(7) : 2 * y(high, c)));
      REQUIRE(height(c) == (high < 0 ? T(-2) : static_cast<T>(grid.z_centers(c)[static_cast<std::size_t>(high)])));
      REQUIRE(ends(c) == was(levels - 1, c) - y(1, c));
      REQUIRE(sum(c) == high + low);
      REQUIRE(of_levels(c) == (there ? was(k(c), c) : T(0.5)) + y(levels - 2, c));
      REQUIRE(computed(c) == (there ? was(k(c), c) : T(0)) + was(2, c) - 1);
      REQUIRE(of_fields(c) == of_levels(c));
      REQUIRE(twice(c) == 2 * k(c));
    }
  };
  require_all(z);
  // What is read at a level is the old value, also where its field is written before.
  fields(x, both, height, ends, sum) = columnwise(AtLevels{})(x, y, k);
  require_all(x);
  x = columnwise([](auto a, auto level) { return results(at_level(a, level, 0.5) - at_level(a, 0)); })(was, k);
  z = was;
  z = columnwise([](auto a, auto level) { return results(0.0 * a + (at_level(a, level, 0.5) - at_level(a, 0))); })(z,
                                                                                                                   k);
  for (std::size_t c = 0; c < columns; ++c) {
    for (int l = 0; l < levels; ++l) REQUIRE((x(l, c) == z(l, c) && x(l, c) == x(0, c)));
  }
  fields(z, x) = columnwise(OnTheWayDown{})(was, y);
  for (std::size_t c = 0; c < columns; ++c) {
    T total = 0;
    for (int l = levels; l-- > 0;) {
      const T a = was(l, c), b = y(l, c);
      total += 2 * a + (b - a) * b;
      CAPTURE(columns, c, l);
      REQUIRE(z(l, c) == total + (a - b) * (a + b) + y(0, c));  // whole numbers, so that nothing is rounded
      REQUIRE(x(l, c) == total - a * b * was(levels - 1, c));
    }
  }
  // The mask may read a level of the destination.
  z = was;
  assign(z, columnwise([](auto a) { return results(a + 1.0); })(y), policy().where(at_level(z, 0) > 20.0));
  for (std::size_t c = 0; c < columns; ++c) {
    for (int l = 0; l < levels; ++l) REQUIRE(z(l, c) == (was(0, c) > 20 ? y(l, c) + 1 : was(l, c)));
  }
}
}  // namespace

TEST_CASE("Levels that a function finds, and single ones, are those of a loop", "[columnwise]") {
  for (const std::size_t columns : {1U, 5U, 37U}) {
    require_levels<double, layout::ColumnsContiguous>(columns);
#if STENCIL_CPU_ROWS != 3  // levels contiguous there are no rows
    require_levels<float, layout::LevelsContiguous>(columns);
#endif
  }
}

TEST_CASE("A level of a field that a function writes is the old one, in long columns too", "[columnwise]") {
  constexpr int levels = 700;
  constexpr std::size_t columns = 70;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 7.0, columns);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> x(grid), y(grid), z(grid);
  SurfaceField<int> k(grid);
  x.fill([](double height, std::size_t c) { return height + static_cast<double>(c); });
  y.fill([](double height) { return -height; });
  k.fill([](std::size_t c) { return static_cast<int>(c) * 10; });
  const auto was = x;
  fields(x, z) =
      columnwise([](auto a, auto b, auto level) { return results(2.0 * b, b + at_level(a, level)); })(x, y, k);
  for (std::size_t c = 0; c < columns; ++c) {
    REQUIRE(z(5, c) == y(5, c) + was(k(c), c));
    REQUIRE(x(k(c), c) == 2 * y(k(c), c));
  }
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
  at_height_of_column = at_height(InterpolateC2F()(x), 3.25, -1.0);
  CHECK(at_height_of_column(0) == 6.25);
  // A formula that reads neighbours of computed values, for which all levels are computed.
  at_height_of_column = at_height(InterpolateC2F()(2.0 * x), 3.25, -1.0);
  CHECK(at_height_of_column(0) == 12.5);
  at_height_of_column = at_height(InterpolateC2F()(2.0 * x), 4.5, -1.0);
  CHECK(at_height_of_column(0) == -1.0);
}

/// Expressions, which search by halves, beside a search of all levels.
template <class T, class Layout>
void require_at_heights(int levels, bool per_column) {
  constexpr std::size_t columns = 21;
  const auto height_of = [&](int k, std::size_t c) {
    return k * (1 + 0.03125 * k) * (per_column ? 1 + 0.25 * static_cast<double>(c) : 1.0);
  };
  std::vector<double> z;
  for (std::size_t c = 0; c < (per_column ? columns : 1); ++c)
    for (int k = 0; k <= levels; ++k) z.push_back(height_of(k, c));
  const auto grid = per_column ? ColumnGrid::from_faces_per_column(z, columns) : ColumnGrid::from_faces(z, columns);
  FaceField<T, backend::Cpu, Layout> x(grid);
  SurfaceField<T> height(grid), otherwise(grid), at_height_of_column(grid), at_six(grid);
  for (std::size_t c = 0; c < columns; ++c) {
    for (int k = 0; k <= levels; ++k) x(k, c) = static_cast<T>((7 * k + 13 * static_cast<int>(c)) % 65);
    // At a face in every third column; below and above all of them in others.
    const int k = static_cast<int>(c) * 5 % (levels + 1);
    height(c) = static_cast<T>(height_of(k, c) + (c % 3 == 0 ? 0 : -0.25)) + (c == 20 ? T(4096) : 0);
    otherwise(c) = static_cast<T>(c);
  }
  at_height_of_column = at_height(2.0 * x, height, otherwise) - otherwise;
  at_six = at_height(x, 6, -1.0);
  for (std::size_t c = 0; c < columns; ++c) {
    const auto expected = [&](T sought, T factor, T beyond) {
      const auto z_at = [&](int k) { return static_cast<T>(height_of(k, c)); };
      for (int k = 0; k <= levels; ++k) {
        if (z_at(k) < sought) continue;
        if (z_at(k) == sought) return factor * x(k, c);
        if (k == 0) return beyond;
        const T part = (sought - z_at(k - 1)) / (z_at(k) - z_at(k - 1));
        const T under = factor * x(k - 1, c), above = factor * x(k, c);
        return under + part * (above - under);
      }
      return beyond;
    };
    CAPTURE(levels, per_column, c);
    REQUIRE(at_height_of_column(c) == expected(height(c), T(2), otherwise(c)) - otherwise(c));
    REQUIRE(at_six(c) == expected(T(6), T(1), T(-1)));
  }
}

TEST_CASE("Values at heights are those between the first level there and the one below", "[columnwise]") {
  for (const int levels : {1, 2, 3, 8, 63, 64})
    for (const bool per_column : {false, true}) {
      require_at_heights<double, layout::LevelsContiguous>(levels, per_column);
      require_at_heights<float, layout::ColumnsContiguous>(levels, per_column);
    }
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

namespace {
/// Where x first exceeds 0.25 on parabolas that go on from the slope before them, by halving; z in the order of search.
long double crossing_by_slope(const std::vector<long double>& x, const std::vector<long double>& z) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!(x[k] > 0.25L)) continue;
    if (k == 0) return z[0];
    const long double step = z[k] - z[k - 1];
    const long double slope = k > 1 ? (x[k - 1] - x[k - 2]) / (z[k - 1] - z[k - 2]) : 0;
    const long double bend = ((x[k] - x[k - 1]) / step - slope) / step;
    long double low = 0, high = step;
    for (int i = 0; i < 80; ++i) {
      const long double middle = (low + high) / 2;
      (x[k - 1] + middle * (slope + bend * middle) > 0.25L ? high : low) = middle;
    }
    return z[k - 1] + low;
  }
  return -7;
}
template <class Layout>
void require_crossings_by_slope(int levels) {
  const auto grid = ColumnGrid::stretched(levels, 0.0, 3.0, 2.0 / levels, 20);
  CenterField<double, backend::Cpu, Layout> x(grid);
  SurfaceField<double> rising(grid), falling(grid);
  x.fill([](double z, std::size_t c) { return std::sin(2 * z + 0.7 * static_cast<double>(c)) - 0.3; });
  rising = crossing_height(x, 0.25, from_bottom, interpolation::QuadraticBySlope{}, -7.0);
  falling = crossing_height(x, 0.25, from_top, interpolation::QuadraticBySlope{}, -7.0);
  for (std::size_t c = 0; c < 20; ++c) {
    std::vector<long double> up, z;
    for (int k = 0; k < levels; ++k) up.push_back(x(k, c)), z.push_back(grid.z_centers(c)[static_cast<std::size_t>(k)]);
    const std::vector<long double> down(up.rbegin(), up.rend()), z_down(z.rbegin(), z.rend());
    CAPTURE(levels, c);
    CHECK(std::abs(static_cast<double>(rising(c) - crossing_by_slope(up, z))) < 1e-12);
    CHECK(std::abs(static_cast<double>(falling(c) - crossing_by_slope(down, z_down))) < 1e-12);
  }
}
}  // namespace

TEST_CASE("A crossing by slope is on the parabola that goes on from the line before it", "[columnwise]") {
  for (const int levels : {1, 2, 3, 12}) {
    require_crossings_by_slope<layout::ColumnsContiguous>(levels);
#if STENCIL_CPU_ROWS < 2  // levels contiguous there are no rows
    require_crossings_by_slope<layout::LevelsContiguous>(levels);
#endif
  }
  // x = 0, 0, 1 at z = 0.5, 1.5, 2.5: 0.25 is reached half way on the parabola, without a slope at its beginning.
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 1);
  const CenterField<double> x(grid, {0.0, 0.0, 1.0}), y(grid, {0.0, 1.0, 1.0});
  SurfaceField<double> height(grid);
  height = crossing_height(x, 0.25, from_bottom, interpolation::QuadraticBySlope{});
  CHECK(height(0) == 2.0);
  height = crossing_height(y, 0.25, from_bottom, interpolation::QuadraticBySlope{});  // no slope is known before
  CHECK(height(0) == 1.0);
}

TEST_CASE("A level that is not there gives 0 of integers, also beside other values", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 8.0, 16);
  CenterField<int> n(grid);
  CenterField<double> x(grid), y(grid);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> across(grid);
  SurfaceField<int> level(grid);
  n = 3, x = 1.0;
  level.fill([](std::size_t c) { return c % 2 == 0 ? -1 : 2; });
  y = x + at_level(n, level);
  across = x + at_level(n, level);
  for (std::size_t c = 0; c < 16; ++c) {
    for (int k = 0; k < 8; ++k) {
      CHECK(y(k, c) == (c % 2 == 0 ? 1.0 : 4.0));
      CHECK(across(k, c) == y(k, c));
    }
  }
}

TEST_CASE("A crossing on a parabola does not depend on the size of the values", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 1);
  SurfaceField<float> height(grid);
  for (const float size : {1e-25F, 1e-23F, 1.0F, 1e20F, 1e30F}) {
    CAPTURE(size);
    const CenterField<float> x(grid, {-1.9F * size, -0.9F * size, 0.1F * size});
    height = crossing_height(x, 0.0F, from_bottom, interpolation::Quadratic{});
    CHECK(std::abs(height(0) - 2.4F) < 1e-5F);
    height = crossing_height(x, 0.0F, from_bottom, interpolation::QuadraticBySlope{});
    CHECK(std::abs(height(0) - 2.4F) < 1e-5F);
  }
}

TEST_CASE("A value that only reaches the threshold does not cross it", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 1);
  const CenterField<double> x(grid, {0.0, 1.0, 0.0});
  SurfaceField<double> height(grid);
  height = crossing_height(x, 1.0, from_bottom);
  CHECK(std::isnan(height(0)));
}

TEST_CASE("A crossing is where a parabola rises, also where it begins to fall, or is flat, at the row before",
          "[columnwise]") {
  using detail::folding::on_parabola_to;
  CHECK(on_parabola_to(-0x1p-60, 1.0, 2.0) == 0.5);  // 2 s^2 - s
  CHECK(on_parabola_to(0.0, 1.0, 1.0) == 0.0);       // s^2
  // Two roots that rounding alone keeps apart, 0x1p-60 above the vertex.
  const double low = -0x1.84688e61d134fp-1, bend = -0x1.84688e61d1351p-1;
  CHECK(std::abs(on_parabola_to(low, 0x1p-60, bend) - 1) < 1e-7);
}

TEST_CASE("A crossing on a parabola through a NaN is a NaN", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 1);
  const double none = std::numeric_limits<double>::quiet_NaN();
  const CenterField<double> before(grid, {none, 0.0, 2.0, 2.0}), far_before(grid, {none, 0.0, 0.0, 1.0});
  SurfaceField<double> height(grid);
  height = crossing_height(before, 1.0, from_bottom);
  CHECK(height(0) == 2.0);
  height = crossing_height(before, 1.0, from_bottom, interpolation::Quadratic{}, -7.0);
  CHECK(std::isnan(height(0)));
  height = crossing_height(before, 1.0, from_bottom, interpolation::QuadraticBySlope{}, -7.0);
  CHECK(std::isnan(height(0)));
  height = crossing_height(far_before, 0.25, from_bottom, interpolation::QuadraticBySlope{}, -7.0);
  CHECK(height(0) == 3.0);
}

namespace {
/// Values per column, and nothing else, of values that read five levels above.
struct FarAbove {
  STENCIL_FUNCTION auto operator()(auto x) const {
    auto high = 2.0 * x;
    for (int i = 0; i < 5; ++i) high = above(high);
    return results(column_sum(high), first_level_where(high > 10.0), at_level(high, 0),
                   march_state(from_bottom, 0.0, [](auto& last, auto here) { last = 3.0 * here - last; }, high));
  }
};
template <class Layout>
void require_far_above(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  CenterField<double, backend::Cpu, Layout> x(grid);
  SurfaceField<double> sum(grid), lowest(grid), state(grid);
  SurfaceField<int> level(grid);
  for (std::size_t c = 0; c < columns; ++c)
    for (int k = 0; k < levels; ++k) x(k, c) = (7 * k + 13 * static_cast<int>(c)) % 19;
  fields(sum, level, lowest, state) = columnwise(FarAbove{})(x);
  for (std::size_t c = 0; c < columns; ++c) {
    const auto high = [&](int k) { return 2 * x(k + 5 < levels ? k + 5 : levels - 1, c); };
    double all = 0, last = 0;
    int found = no_level;
    for (int k = 0; k < levels; ++k) {
      all += high(k);
      last = 3 * high(k) - last;
      if (found == no_level && high(k) > 10) found = k;
    }
    CAPTURE(levels, columns, c);
    CHECK(sum(c) == all);
    CHECK(level(c) == found);
    CHECK(lowest(c) == high(0));
    CHECK(state(c) == last);
  }
}
}  // namespace

TEST_CASE("Values per column alone are of all levels, however far these read", "[columnwise]") {
  for (const int levels : {1, 2, 3, 6, 9, 40}) {
    for (const std::size_t columns : {1U, 21U}) {
      require_far_above<layout::ColumnsContiguous>(levels, columns);
#if STENCIL_CPU_ROWS < 2  // levels contiguous there are no rows
      require_far_above<layout::LevelsContiguous>(levels, columns);
#endif
    }
  }
}
