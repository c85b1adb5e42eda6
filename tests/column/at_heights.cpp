// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/agreement.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using interpolation::Cubic;
using interpolation::Linear;
using interpolation::Monotone;

namespace {

constexpr double a_nan = std::numeric_limits<double>::quiet_NaN();
using Long = long double;

/// The value of the polynomial through points first to first + count - 1 at h, and its slope there.
struct Polynomial {
  Long value = 0, slope = 0, size = 0;  ///< size: of the summands
};
Polynomial polynomial(const std::vector<Long>& z, const std::vector<Long>& x, std::size_t first, std::size_t count,
                      Long h) {
  Polynomial sum;
  for (std::size_t i = first; i < first + count; ++i) {
    Long weight = 1, slope = 0;
    for (std::size_t j = first; j < first + count; ++j) {
      if (j == i) continue;
      slope = slope * (h - z[j]) / (z[i] - z[j]) + weight / (z[i] - z[j]);
      weight *= (h - z[j]) / (z[i] - z[j]);
    }
    sum.value += weight * x[i];
    sum.slope += slope * x[i];
    sum.size += std::fabs(weight * x[i]);
  }
  return sum;
}

/// What a way gives at h inside a column of these levels, by Lagrange's formula, and how large its rounding may be.
template <class Way>
Polynomial expected_inside(const std::vector<Long>& z, const std::vector<Long>& x, Long h) {
  const std::size_t count = z.size(),
                    not_below = static_cast<std::size_t>(std::lower_bound(z.begin(), z.end(), h) - z.begin());
  const std::size_t high = std::max<std::size_t>(1, std::min(not_below, count - 1)), low = high - 1;
  const std::size_t most = std::is_same_v<Way, Linear> ? 2 : std::min<std::size_t>(4, count);
  const std::size_t first = most == 2 ? low : std::min(low > 0 ? low - 1 : 0, count - most);
  const Polynomial through = polynomial(z, x, first, most, h);
  if (!std::is_same_v<Way, Monotone>) return through;
  // Hermite's cubic with the slopes of that one, limited to 0 and to 3 times that of the straight line.
  const Long spacing = z[high] - z[low], line = (x[high] - x[low]) / spacing;
  const auto limited = [&](const Polynomial& at) {
    return line < 0 ? std::clamp(at.slope, 3 * line, Long(0)) : std::clamp(at.slope, Long(0), 3 * line);
  };
  const Long m_low = limited(polynomial(z, x, first, most, z[low])),
             m_high = limited(polynomial(z, x, first, most, z[high]));
  const Long t = (h - z[low]) / spacing;
  const Long value = (1 + 2 * t) * (1 - t) * (1 - t) * x[low] + t * (1 - t) * (1 - t) * spacing * m_low +
                     t * t * (3 - 2 * t) * x[high] - t * t * (1 - t) * spacing * m_high;
  return {value, 0, through.size + std::fabs(x[low]) + std::fabs(x[high])};
}

/// The heights and the values of a column's levels; of a ring with seven times around it.
struct Levels {
  std::vector<Long> z, x;
};
template <class Where, class F>
Levels levels_of(const F& x, std::size_t column) {
  const auto& grid = x.grid();
  const auto faces = grid.z_faces(column);
  const auto heights_there = std::is_same_v<Where, Center> ? grid.z_centers(column) : faces;
  const int count = grid.periodic() ? grid.levels() : static_cast<int>(heights_there.size());
  const int images = grid.periodic() ? 3 : 0;
  const Long around = static_cast<Long>(faces.back()) - faces.front();
  Levels levels;
  for (int image = -images; image <= images; ++image) {
    for (int k = 0; k < count; ++k) {
      levels.z.push_back(heights_there[static_cast<std::size_t>(k)] + image * around);
      levels.x.push_back(x(k, column));
    }
  }
  return levels;
}

/// Every value at scattered heights, some of them those of levels, against long double.
template <class Way, class Where, class There, class T, class Z, class Layout>
void require_values(const ColumnGrid& from, const ColumnGrid& to) {
  Field<T, Where, backend::Cpu, Layout> x(from);
  Field<Z, There, backend::Cpu, Layout> z(to);
  Field<T, There, backend::Cpu, Layout> moved(to), nearest(to), otherwise(to);
  SurfaceField<T> beyond(to);
  support::scatter(x, 1);
  support::scatter(beyond, 2);
  const int rows = rows_at<There>(to.levels());
  for (std::size_t c = 0; c < to.columns(); ++c) {
    const Levels levels = levels_of<Where>(x, c);
    const double bottom = from.z_faces(c).front(), depth = from.z_faces(c).back() - bottom;
    for (int k = 0; k < rows; ++k) {
      const double part = support::scattered(c * 10000 + static_cast<std::size_t>(k), 3);  // from -1 to 1
      z(k, c) = static_cast<Z>(bottom + depth * (0.5 + 0.55 * part));
      if (k % 7 == 3) z(k, c) = static_cast<Z>(levels.z[static_cast<std::size_t>(k) % levels.z.size()]);
      if (k % 11 == 10) z(k, c) = static_cast<Z>(a_nan);
    }
  }
  moved = at_height(x, z, Way{});
  nearest = at_height(x, z, Way{}, nearest_level);
  otherwise = at_height(x, z, Way{}, beyond);
  for (std::size_t c = 0; c < to.columns(); ++c) {
    const Levels levels = levels_of<Where>(x, c);
    const Long around = static_cast<Long>(from.z_faces(c).back()) - from.z_faces(c).front();
    const auto smallest = [&] {
      Long least = around;
      for (std::size_t i = 1; i < levels.z.size(); ++i) least = std::min(least, levels.z[i] - levels.z[i - 1]);
      return least;
    }();
    for (int k = 0; k < rows; ++k) {
      const int row = to.periodic() ? k % to.levels() : k;
      Long h = z(row, c);
      INFO(Way::name << ", " << from.levels() << " to " << to.levels() << " levels, ring " << from.periodic()
                     << ", column " << c << ", level " << k << " at " << static_cast<double>(h));
      if (std::isnan(h)) {
        REQUIRE((std::isnan(moved(k, c)) && std::isnan(nearest(k, c)) && std::isnan(otherwise(k, c))));
        continue;
      }
      if (from.periodic()) {
        while (h < from.z_faces(c).front()) h += around;
        while (h > from.z_faces(c).back()) h -= around;
      }
      if (h < levels.z.front() || h > levels.z.back()) {
        REQUIRE(std::isnan(moved(k, c)));
        REQUIRE(otherwise(k, c) == beyond(c));
        REQUIRE(nearest(k, c) == static_cast<T>(h < levels.z.front() ? levels.x.front() : levels.x.back()));
        continue;
      }
      REQUIRE(moved(k, c) == nearest(k, c));
      REQUIRE(moved(k, c) == otherwise(k, c));
      const auto level = std::lower_bound(levels.z.begin(), levels.z.end(), h);
      if (level != levels.z.end() && *level == h && !from.periodic()) {
        REQUIRE(moved(k, c) == static_cast<T>(levels.x[static_cast<std::size_t>(level - levels.z.begin())]));
        continue;
      }
      const Polynomial value = expected_inside<Way>(levels.z, levels.x, h);
      const Long of_value = std::numeric_limits<T>::epsilon(),
                 of_height = std::numeric_limits<std::common_type_t<T, Z>>::epsilon() * around * 4 / smallest;
      REQUIRE(std::fabs(moved(k, c) - value.value) <= 20 * (of_value + of_height) * (value.size + 1));
    }
  }
}

ColumnGrid rough(int levels, std::size_t columns) {
  std::vector<double> z;
  for (std::size_t c = 0; c < columns; ++c) {
    z.push_back(-1.0);
    for (int k = 0; k < levels; ++k)
      z.push_back(z.back() + 1.5 + support::scattered(c * 10000 + static_cast<std::size_t>(k), 5));
  }
  return ColumnGrid::from_faces_per_column(z, columns);
}

template <class Way>
void require_every_column() {
  for (const int levels : {1, 2, 3, 4, 63, 64, 65, 1000}) {
    const std::size_t columns = levels > 100 ? 2 : 35;
    for (const auto& grid : {support::quadratic_grid(levels, columns), rough(levels, columns),
                             ColumnGrid::periodic(levels, 0.0, 2.0, columns)}) {
      require_values<Way, Center, Center, double, double, layout::LevelsContiguous>(grid, grid);
      require_values<Way, Face, Center, double, double, layout::ColumnsContiguous>(grid, grid);
      require_values<Way, Center, Face, float, double, layout::ColumnsContiguous>(grid, grid);
      require_values<Way, Face, Face, double, float, layout::LevelsContiguous>(grid, grid);
    }
    require_values<Way, Center, Center, double, double, layout::LevelsContiguous>(
        support::quadratic_grid(levels, columns), support::quadratic_grid(40, columns));
  }
}

/// The largest and the mean error of a profile at heights between the levels of an uneven grid.
struct Errors {
  double largest = 0, mean = 0;
};
template <class Way, class Profile>
Errors errors(int levels, const Profile& profile) {
  std::vector<double> faces;
  for (int i = 0; i <= levels; ++i) {
    const double s = static_cast<double>(i) / levels;
    faces.push_back(s + 0.08 * std::sin(6.0 * s));
  }
  const auto grid = ColumnGrid::from_faces(faces, 1);
  const auto fine = ColumnGrid::uniform(20 * levels, grid.z_centers().front(), grid.z_centers().back(), 1);
  CenterField<double> x(grid), found(fine);
  x.fill(profile);
  found = at_height(x, heights(Center{}), Way{});
  Errors e;
  for (int k = 0; k < fine.levels(); ++k) {
    const double error = std::fabs(found(k, 0) - profile(fine.z_centers()[static_cast<std::size_t>(k)]));
    e.largest = std::max(e.largest, error);
    e.mean += error / fine.levels();
  }
  return e;
}
template <class Way, class Profile>
Errors rates(const Profile& profile, int coarse_levels = 80, int fine_levels = 160) {
  const Errors coarse = errors<Way>(coarse_levels, profile), fine = errors<Way>(fine_levels, profile);
  const double finer = std::log(static_cast<double>(fine_levels) / coarse_levels);
  return {std::log(coarse.largest / fine.largest) / finer, std::log(coarse.mean / fine.mean) / finer};
}

/// The least and the greatest value of a column of ones and zeros that a wind has moved in many steps.
template <class Way>
std::vector<double> bounds_of_moved(const ColumnGrid& grid) {
  CenterField<double> q(grid), w(grid);
  q.fill([](double z) { return z > 0.3 && z < 0.5 ? 1.0 : 0.0; });
  w.fill([](double z) { return 0.4 + 0.3 * std::sin(6.0 * z); });
  double least = 0, greatest = 1;
  for (int step = 0; step < 500; ++step) {
    q = at_height(q, heights(Center{}) - 0.011 * w, Way{}, nearest_level);
    for (const double x : q.to_host()) {
      least = std::min(least, x);
      greatest = std::max(greatest, x);
    }
  }
  return {least, greatest};
}

}  // namespace

TEST_CASE("at_height at levels is that of the straight line", "[at_heights]") { require_every_column<Linear>(); }
TEST_CASE("at_height at levels is that of the cubic through four levels", "[at_heights]") {
  require_every_column<Cubic>();
}
TEST_CASE("at_height at levels is that of the cubic with limited slopes", "[at_heights]") {
  require_every_column<Monotone>();
}

TEST_CASE("at_height at levels has the bits of at_height at one height after the other", "[at_heights]") {
  const auto grid = rough(33, 5);
  CenterField<double> x(grid), z(grid), moved(grid);
  SurfaceField<double> height(grid), alone(grid);
  support::scatter(x, 1);
  support::scatter(z, 2);
  z = at_level(heights(Center{}), 0) + 40.0 * abs(z) - 1.0;
  moved = at_height(x, z, -3.0);
  for (int k = 0; k < 33; ++k) {
    height = at_level(z, k);
    alone = at_height(x, height, -3.0);
    for (std::size_t c = 0; c < 5; ++c) REQUIRE(moved(k, c) == alone(c));
  }
}

TEST_CASE("at_height at levels is of second order by lines and of fourth by cubics, on uneven levels", "[at_heights]") {
  const auto wave = [](double z) { return std::sin(7.0 * z); };
  const auto front = [](double z) { return std::tanh(4.0 * (z - 0.5)); };  // without extremes
  const auto is_near = [](double rate, double order) { return std::fabs(rate - order) < 0.2; };
  CHECK(is_near(rates<Linear>(wave).largest, 2));
  CHECK(is_near(rates<Linear>(wave).mean, 2));
  CHECK(is_near(rates<Cubic>(wave).largest, 4));
  CHECK(is_near(rates<Cubic>(wave).mean, 4));
  CHECK(is_near(rates<Monotone>(front).largest, 4));
  CHECK(is_near(rates<Monotone>(front).mean, 4));
  // At extremes of second order, and those are in few intervals; how much depends on where they lie between levels.
  const Errors with_extremes = rates<Monotone>(wave, 20, 1280);
  CHECK(is_near(with_extremes.largest, 2));
  CHECK(is_near(with_extremes.mean, 3.1));
  CHECK(errors<Monotone>(80, wave).mean < 0.2 * errors<Linear>(80, wave).mean);
}

TEST_CASE("Semi-Lagrangian steps make no new extremes by Linear and Monotone, and keep a constant", "[at_heights]") {
  const auto grids = {ColumnGrid::from_faces(support::quadratic_faces(60), 3), ColumnGrid::periodic(60, 0.0, 1.0, 33)};
  for (const auto& grid : grids) {
    CHECK(bounds_of_moved<Linear>(grid) == std::vector<double>{0, 1});
    CHECK(bounds_of_moved<Monotone>(grid) == std::vector<double>{0, 1});
    CHECK(bounds_of_moved<Cubic>(grid)[0] < -0.01);
    CenterField<double> q(grid), z(grid);
    q.fill(300.1);
    support::scatter(z, 1);
    const std::vector<double> constant = q.to_host();
    q = at_height(q, heights(Center{}) + 0.2 * z, Cubic{}, nearest_level);
    CHECK(q.to_host() == constant);
    q = at_height(q, heights(Center{}) + 0.2 * z, Monotone{}, nearest_level);
    CHECK(q.to_host() == constant);
  }
}

TEST_CASE("at_height at levels stands in expressions and takes them", "[at_heights]") {
  const auto grid = rough(20, 40);
  CenterField<double> x(grid), w(grid), z(grid), product(grid), out(grid), in_steps(grid);
  FaceField<double> f(grid), g(grid);
  SurfaceField<double> sum(grid);
  support::scatter(x, 1);
  support::scatter(w, 2);
  support::scatter(f, 3);
  product = x * w;
  z = heights(Center{}) - 2.0 * w + InterpolateF2C()(f);
  in_steps = at_height(product, z, Cubic{}, 2.0);
  out = at_height(x * w, heights(Center{}) - 2.0 * w + InterpolateF2C()(f), Cubic{}, 2.0);
  CHECK(out.to_host() == in_steps.to_host());
  in_steps = x + 3.0 * in_steps;
  out = x + 3.0 * at_height(x * w, z, Cubic{}, 2.0);
  CHECK(out.to_host() == in_steps.to_host());

  // Around and inside of operators, running values, reductions and of itself.
  in_steps = at_height(x, z, 0.0);
  g = GradientC2F()(in_steps);
  f = GradientC2F()(at_height(x, z, 0.0));
  CHECK(f.to_host() == g.to_host());
  sum = column_integral(in_steps);
  f = cumulative_integral(x * x, bottom(0.0));
  in_steps = at_height(x, InterpolateF2C()(f), sum);
  out = at_height(x, InterpolateF2C()(cumulative_integral(x * x, bottom(0.0))), column_integral(at_height(x, z, 0.0)));
  CHECK(out.to_host() == in_steps.to_host());
  in_steps = at_height(w, z, nearest_level);
  in_steps = at_height(x, z - in_steps, Monotone{}, nearest_level);
  out = at_height(x, z - at_height(w, z, nearest_level), Monotone{}, nearest_level);
  CHECK(out.to_host() == in_steps.to_host());

  // One height per column, by a way of interpolation.
  sum = at_level(at_height(x, 9.0 + 0.0 * heights(Center{}), Cubic{}), 0);
  in_steps = 9.0;
  in_steps = at_height(x, in_steps, Cubic{});
  for (std::size_t c = 0; c < 40; ++c) REQUIRE(sum(c) == in_steps(5, c));

  // The right side is evaluated first; masks leave out.
  in_steps = at_height(x, z, 1.0);
  product = at_height(w, z, 1.0);
  out = x;
  assign(out, at_height(out, z, 1.0), policy().where(w > 0.0));
  for (int k = 0; k < 20; ++k) REQUIRE(out(k, 7) == (w(k, 7) > 0 ? in_steps(k, 7) : x(k, 7)));
  evaluate(into(x, at_height(w, z, 1.0)), into(w, at_height(x, z, 1.0)));
  CHECK(x.to_host() == product.to_host());
  CHECK(w.to_host() == in_steps.to_host());
  x = z;
  z = at_height(z, z, Cubic{});
  CHECK(z.to_host().size() == x.to_host().size());
}

TEST_CASE("at_height at levels reads and writes arrays whose levels go downward", "[at_heights]") {
  const auto grid = rough(45, 3);
  CenterField<double> x(grid), z(grid), expected(grid);
  support::scatter(x, 1);
  support::scatter(z, 2);
  std::vector<double> x_memory(3 * 45), out_memory(3 * 45);
  const auto x_down = wrap_center(x_memory.data() + 44, -1, 45, grid);
  const auto out_down = wrap_center(out_memory.data() + 44 * 3, -3, 1, grid);  // neighbours in a row of columns
  x_down = x;
  expected = at_height(x, heights(Center{}) + 9.0 * z, Monotone{}, nearest_level);
  out_down = at_height(x_down, heights(Center{}) + 9.0 * z, Monotone{}, nearest_level);
  z = out_down;
  CHECK(z.to_host() == expected.to_host());
}

TEST_CASE("at_height at levels takes Vecs, by component", "[at_heights]") {
  const auto grid = support::quadratic_grid(30, 3);
  CenterField<double> u(grid), v(grid), z(grid), expected(grid), found(grid);
  CenterField<Vec<double, 2>> wind(grid), moved(grid);
  support::scatter(u, 1);
  support::scatter(v, 2);
  support::scatter(z, 3);
  component<0>(wind) = u;
  component<1>(wind) = v;
  const auto by = [&](auto way) {
    moved = at_height(wind, heights(Center{}) + 0.1 * z, way, -2.0);
    found = component<0>(moved) - component<1>(moved);
    expected = at_height(u, heights(Center{}) + 0.1 * z, way, -2.0);
    expected = expected - at_height(v, heights(Center{}) + 0.1 * z, way, -2.0);
    CHECK(found.to_host() == expected.to_host());
  };
  by(Linear{});
  by(Cubic{});
  by(Monotone{});
}

TEST_CASE("at_height at levels takes the lowest of levels at one height, and is finite beside them", "[at_heights]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0).with_changing_heights();
  CenterField<double> thickness(grid, {1.0, 0.0, 0.0, 1.0, 0.0, 1.0}), x(grid), z(grid), found(grid);
  set_thickness(grid, thickness, bottom(0.0));  // centers at 0.5, 1, 1, 1.5, 2, 2.5
  x = level_index(Center{});
  z.from_host(std::vector<double>{1.0, 0.75, 1.25, 2.0, 1.75, 2.25});
  found = at_height(x, z);
  CHECK(found.to_host() == std::vector<double>{1, 0.5, 2.5, 4, 3.5, 4.5});
  const auto by = [&](auto way) {
    found = at_height(x, z, way);
    CHECK(found(0, 0) == 1);
    for (const double value : found.to_host()) CHECK((value >= 0 && value <= 5));
  };
  by(Cubic{});
  by(Monotone{});
  // All levels at one height.
  thickness = 0.0;
  set_thickness(grid, thickness, bottom(0.0));
  z = 0.0;
  z(1, 0) = 1.0;
  found = at_height(x, z, Cubic{}, nearest_level);
  CHECK(found.to_host() == std::vector<double>{0, 5, 0, 0, 0, 0});
}

TEST_CASE("at_height at levels that are no numbers is a NaN, and check_values names the heights", "[at_heights]") {
  for (const auto& grid : {support::quadratic_grid(9, 2), ColumnGrid::periodic(9, 0.0, 1.0, 2)}) {
    CenterField<double> x(grid, "x"), w(grid, "w"), z(grid, "z"), found(grid);
    x = 1.0 + level_index(Center{});
    for (const double wrong : {a_nan, HUGE_VAL, -HUGE_VAL, 1e300, -1e300}) {
      w = 0.0;
      w(4, 1) = wrong;
      found = at_height(x, heights(Center{}) - w, Cubic{});
      for (int k = 0; k < 9; ++k) {
        INFO(k << ", " << wrong << ", ring " << grid.periodic());
        CHECK(found(k, 0) == x(k, 0));
        if (k != 4) CHECK(found(k, 1) == x(k, 1));
      }
      CHECK(std::isnan(found(4, 1)) == (!grid.periodic() || !(std::fabs(wrong) <= 1e300)));
    }
    w(4, 1) = a_nan;
    CHECK_THROWS_MATCHES(assign(z, heights(Center{}) - w, check_values), ValueError,
                         MessageMatches(ContainsSubstring("w")));
  }
}

TEST_CASE("at_height at levels goes from one grid to another of as many columns", "[at_heights]") {
  const auto coarse = support::quadratic_grid(10, 3), fine = support::quadratic_grid(40, 3);
  CenterField<double> a(coarse, "a"), b(fine, "b"), other(coarse, "other"), z(fine, "z");
  a.fill([](double height) { return 2.0 * height - 1.0; });
  z = heights(Center{});
  b = at_height(a, heights(Center{}), Cubic{}, nearest_level);
  const auto at = [&](int k) { return fine.z_centers()[static_cast<std::size_t>(k)]; };
  for (int k = 5; k < 35; ++k) CHECK(std::fabs(b(k, 2) - (2 * at(k) - 1)) < 1e-14);
  CHECK(b(0, 0) == a(0, 0));
  b = b - at_height(a, z, nearest_level);
  for (const double error : b.to_host()) CHECK(std::fabs(error) < 1e-14);
  CenterField<double> without_grid;
  without_grid = at_height(a, z);
  CHECK(without_grid.grid() == fine);

  CHECK_THROWS_MATCHES(other = at_height(a, z), GridError, MessageMatches(ContainsSubstring("at_height")));
  CHECK_THROWS_MATCHES(b = at_height(a * b, z), GridError, MessageMatches(ContainsSubstring("b")));
  CHECK_THROWS_MATCHES(b = at_height(a, z * other), GridError, MessageMatches(ContainsSubstring("argument number 2")));
  const CenterField<double> of_two(support::quadratic_grid(10, 2));
  CHECK_THROWS_MATCHES(b = at_height(of_two, z), GridError, MessageMatches(ContainsSubstring("same number")));
  const CenterField<double> none;
  CHECK_THROWS_AS(b = at_height(none, z), ShapeError);
  CHECK_THROWS_AS(b = at_height(a, none), ShapeError);
}

TEST_CASE("at_level at levels is the value of that level, of any type", "[at_heights]") {
  for (const auto& grid : {rough(7, 3), ColumnGrid::periodic(7, 0.0, 1.0, 35)}) {
    CenterField<double> x(grid), there(grid), nearest(grid), otherwise(grid);
    CenterField<Vec<float, 2>> pairs(grid), pairs_there(grid);
    FaceField<int> numbers(grid), numbers_there(grid);
    CenterField<int> which(grid), order(grid), from_faces(grid);
    FaceField<long long> which_face(grid);
    SurfaceField<double> beyond(grid);
    support::scatter(x, 1);
    support::scatter(beyond, 2);
    component<0>(pairs) = x;
    component<1>(pairs) = 1.0 * level_index(Center{});
    numbers = 10 + level_index(Face{});
    const int last_face = grid.periodic() ? 6 : 7;
    const std::vector<int> levels{3, -1, 6, 7, 0, 0, 2};
    for (std::size_t c = 0; c < grid.columns(); ++c)
      for (int k = 0; k < 7; ++k) which(k, c) = levels[(static_cast<std::size_t>(k) + c) % 7];
    which_face = 9 - 2 * level_index(Face{});
    there = at_level(2.0 * x, which);
    nearest = at_level(x, which, nearest_level);
    otherwise = 1.0 + at_level(x, which, beyond);
    pairs_there = at_level(pairs, which, -1.0);
    from_faces = at_level(numbers, which + 1);
    numbers_there = at_level(numbers, which_face);
    const auto of = [](const auto& field, int k, std::size_t c) { return field(k, c); };
    for (std::size_t c = 0; c < grid.columns(); ++c) {
      for (int k = 0; k < 7; ++k) {
        const int from = which(k, c);
        const bool inside = from >= 0 && from < 7;
        REQUIRE((inside ? there(k, c) == 2 * x(from, c) : std::isnan(there(k, c))));
        REQUIRE(nearest(k, c) == x(std::clamp(from, 0, 6), c));
        REQUIRE(otherwise(k, c) == 1.0 + (inside ? x(from, c) : beyond(c)));
        REQUIRE(of(pairs_there, k, c) == (inside ? of(pairs, from, c) : Vec<float, 2>{-1, -1}));
        REQUIRE(from_faces(k, c) == (from + 1 <= last_face ? 11 + from : 0));
      }
      for (int k = 0; k <= 7; ++k) {
        const int from = static_cast<int>(which_face(grid.periodic() ? k % 7 : k, c));
        REQUIRE(numbers_there(k, c) == (from >= 0 && from <= last_face ? 10 + from : 0));
      }
    }
    order = column_sort_permutation(x);
    there = column_sort(x);
    nearest = at_level(x, order);
    CHECK(nearest.to_host() == there.to_host());
    x = at_level(x, order);
    CHECK(x.to_host() == there.to_host());
  }
  const auto coarse = rough(4, 3), fine = rough(9, 3);
  const CenterField<double> a(coarse, {1.0, 2.0, 3.0, 4.0});
  CenterField<double> b(fine);
  b = at_level(a, level_index(Center{}) / 2, 0.0);
  CHECK(b.column(2).back() == 0.0);
  CHECK(b(7, 1) == 4.0);
  CHECK(plan::formula(at_level(a, level_index(Center{}), nearest_level)) ==
        "at_level(center, level_index(center), nearest level)");
}

TEST_CASE("at_height at levels says what it is", "[at_heights]") {
  const auto grid = support::quadratic_grid(8, 2);
  const CenterField<double> q(grid, "q"), w(grid, "w");
  CenterField<double> out(grid, "out");
  CHECK(plan::formula(at_height(q, w)) == "at_height(q, w)");
  CHECK(plan::formula(at_height(q, w, Cubic{}, 1.5)) == "at_height(q, w, 1.5, cubic)");
  CHECK(plan::formula(at_height(q * q, w, Monotone{}, nearest_level)) ==
        "at_height((q * q), w, monotone, nearest level)");
  CHECK(explain(out, at_height(q, w) + at_height(q, w, Cubic{})).warnings.empty());
}
