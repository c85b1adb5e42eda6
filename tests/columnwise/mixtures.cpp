// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <stencil/stencil.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

/// What is seldom combined inside column functions.
namespace {

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

struct OneLevel {
  int level;
  STENCIL_FUNCTION auto operator()(auto f) const { return results(at_level(f, level), at_level(2.0 * f, level)); }
};
/// A gradient whose condition is twice the height of a face.
struct SlopeByLevel {
  int level;
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto below = SetGradient(2.0 * at_level(heights(Face{}), level));
    return results(GradientC2F(bottom(below), top(SetGradient(0.0)))(x));
  }
};
struct NowhereOfVec {
  STENCIL_FUNCTION auto operator()(auto u, auto count) const {
    const auto large = component<1>(u) > 2.5;
    const auto level = first_level_where(large, from_top);
    return results(at_level(u, level, -1.0), first_value_where(large, u, from_bottom, -2.0), at_level(count, level));
  }
};

struct Searches {
  STENCIL_FUNCTION auto operator()(auto x, auto f) const {
    const auto high = f > 0.4;
    return results(first_value_where(x > 0.5, column_max(x), from_bottom, 0.0),
                   first_value_where(column_max(x) > 0.5, 1.0 * x, from_bottom, 0.0),
                   first_height_where(high, from_top, -1.0),
                   first_value_where(high, spacing(Face{}), from_bottom, 9.0));
  }
};

}  // namespace

namespace {
/// Twenty numbers of two kinds.
struct Ladder {
  double z = 0, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0;
  int j = 0, k = 0, l = 0, m = 0, n = 0, o = 0, p = 0, q = 0, r = 0, count = 0;
};
struct FromNowhere {
  STENCIL_FUNCTION auto operator()(auto x, auto f, auto most, auto level) const {
    const auto height = first_height_where(x > most, from_bottom, 2.0 * most);
    const auto crossed = crossing_height(x, most, from_top, interpolation::Quadratic{}, -most);
    return results(height, crossed, at_level(x, level, most), at_level(2.0 * f, level, most));
  }
};
struct CrossingOrSum {
  STENCIL_FUNCTION auto operator()(auto x, auto most) const {
    return results(crossing_height(x, most, from_top, interpolation::Linear{}, column_sum(x * x)));
  }
};
}  // namespace

TEST_CASE("Heights and levels that a column has not are what its own value says", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 5);
  CenterField<double> x(grid);
  FaceField<double> f(grid);
  SurfaceField<double> most(grid), height(grid), crossed(grid), at_center(grid), at_face(grid);
  SurfaceField<int> level(grid);
  x.fill([](double z) { return z; });
  f.fill([](double z) { return z; });
  for (std::size_t c = 0; c < 5; ++c) {
    most(c) = c % 2 == 0 ? 2.0 : 5.0 + static_cast<double>(c);
    level(c) = 2 * static_cast<int>(c) - 2;  // -2, 0, 2, 4 and 6
  }
  fields(height, crossed, at_center, at_face) = columnwise(FromNowhere{})(x, f, most, level);
  for (std::size_t c = 0; c < 5; ++c) {
    CAPTURE(c);
    CHECK(height(c) == (c % 2 == 0 ? 2.5 : 2 * most(c)));
    CHECK(crossed(c) == (c % 2 == 0 ? 3.5 : -most(c)));
    CHECK(at_center(c) == (c == 1 ? 0.5 : c == 2 ? 2.5 : most(c)));
    CHECK(at_face(c) == (c == 0 || c == 4 ? most(c) : 2.0 * level(c)));
  }
  SurfaceField<double> outside(grid);
  outside = first_height_where(x > most, from_bottom, 2.0 * most);
  for (std::size_t c = 0; c < 5; ++c) CHECK(outside(c) == height(c));
  outside = crossing_height(x, most, from_top, interpolation::Quadratic{}, -most);
  for (std::size_t c = 0; c < 5; ++c) CHECK(outside(c) == crossed(c));
  CenterField<double> ones(grid);
  ones = 1.0;
  outside = jvp(columnwise(CrossingOrSum{})(x, most), wrt(x), ones);
  for (std::size_t c = 1; c < 5; c += 2) CHECK(outside(c) == 16.0);
}

namespace {
/// Substeps until the time step is used up: how much time is left begins with a number, as do the seconds spent.
struct Substeps {
  double dt = 10;
  STENCIL_FUNCTION auto operator()(auto x) const {
    const auto longest = 1.0 + column_max(x);
    const auto [q, left, spent, passes, done] = repeat_until(
        [&](auto now, auto to_do, auto so_far) {
          const auto step = min(to_do, longest);
          return results(now + 2.0 * step, to_do - step, so_far + step, to_do - step <= 0.0);
        },
        9, x, dt, 0.0);
    return results(q, left, spent, passes);
  }
};
template <class Real>
void repeats_from_numbers() {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 3);
  CenterField<Real> x(grid), q(grid);
  SurfaceField<Real> left(grid), spent(grid);
  SurfaceField<int> passes(grid);
  x.fill([](double z, std::size_t column) { return z + static_cast<double>(column); });
  fields(q, left, spent, passes) = columnwise(Substeps{})(x);
  // Substeps of 3.5, 4.5 and 5.5.
  const int needed[] = {3, 3, 2};
  for (std::size_t column = 0; column < 3; ++column) {
    for (int k = 0; k < 3; ++k) CHECK(q(k, column) == x(k, column) + 20);
    CHECK(left(column) == 0);
    CHECK(spent(column) == 10);
    CHECK(passes(column) == needed[column]);
  }
}
}  // namespace

TEST_CASE("Numbers begin values of repeat_until in the precision of the fields", "[columnwise]") {
  repeats_from_numbers<double>();
  repeats_from_numbers<float>();
}

TEST_CASE("repeat_until rounds a value per column of double for values of float at levels", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 4);
  CenterField<float> q(grid), x(grid);
  SurfaceField<double> s(grid);
  q.fill(1.0F);
  s.fill(1.0);
  x = columnwise([](auto start, auto of_column) {
    const auto pass = [&](auto) { return results(of_column * (1.0 / 3.0), of_column > 0.0); };
    return results(repeat_until(pass, 3, start).template get<0>());
  })(q, s);
  for (const float value : x.to_host()) CHECK(value == static_cast<float>(1.0 / 3.0));
}

namespace {
/// Two values that change places in each pass, one of which grows before, and one that becomes the argument `given`.
struct ChangingPlaces {
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto given, auto most) const {
    const auto [a, b, c, left, passes, done] = repeat_until(
        [&](auto p, auto q, auto, auto to_do) { return results(q, p + 1.0, given, to_do - 1.0, to_do <= 1.0); }, 9, x,
        y, x, most);
    return results(a, b, c);
  }
};
template <class Layout>
void change_places(std::size_t columns, int apart) {
  constexpr int levels = 5;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 5.0, columns);
  CenterField<double, backend::Cpu, Layout> x(grid), y(grid), given(grid), a(grid), b(grid), c(grid);
  SurfaceField<double> most(grid);
  const auto passes = [&](std::size_t column) { return apart == 0 ? 4 : 2 + static_cast<int>(column) % apart; };
  x.fill([](double z, std::size_t column) { return z + 100.0 * static_cast<double>(column); });
  y.fill([](double z, std::size_t column) { return -z - 1000.0 * static_cast<double>(column); });
  given.fill([](double z) { return 7.0 * z; });
  most.fill([&](std::size_t column) { return static_cast<double>(passes(column)); });
  const auto f = columnwise(ChangingPlaces{});
  const auto check = [&](const auto& first, const auto& second, const auto& last, const auto& old) {
    for (std::size_t column = 0; column < columns; ++column) {
      for (int k = 0; k < levels; ++k) {
        CAPTURE(column, k, columns, apart);
        double p = old(k, column), q = y(k, column);
        for (int i = 0; i < passes(column); ++i) p = std::exchange(q, p + 1.0);
        REQUIRE(first(k, column) == p);
        REQUIRE(second(k, column) == q);
        REQUIRE(last(k, column) == given(k, column));
      }
    }
  };
  fields(a, b, c) = f(x, y, given, most);
  check(a, b, c, x);
  a = x;
  fields(a, b, c) = f(a, y, given, most);  // into an argument
  check(a, b, c, x);
}
}  // namespace

TEST_CASE("Values of repeat_until change places, in all columns at once and where some are done", "[columnwise]") {
  for (const std::size_t columns : {1U, 3U, 16U, 70U}) {
    for (const int apart : {0, 2, 5}) {
      change_places<layout::ColumnsContiguous>(columns, apart);
      change_places<layout::LevelsContiguous>(columns, apart);
    }
  }
}

namespace {
/// The last Count values, of which the step gives the oldest one and, where it is negative, a zero.
template <class T, int Count>
struct Latest {
  struct State {
    T value[Count];
    int next;
    bool negative;
  };
  STENCIL_FUNCTION auto operator()(auto x, auto weight) const {
    const auto step = [](auto& s, auto v, auto w) {
      const auto oldest = s.value[s.next];
      s.value[s.next] = v;
      s.next = s.next + 1 < Count ? s.next + 1 : 0;
      if (w < 0) s.negative = true;
      return results(s.negative ? T(0) : w * oldest, s.next);
    };
    const auto end = [](const auto& s) { return results(s.value[0] + s.value[Count - 1], s.negative); };
    auto [up, turn, sum, negative] = march(from_bottom, State{}, step, at_end(end), x, weight);
    auto [down, turn_down, sum_down, negative_down] = march(from_top, State{}, step, at_end(end), x, weight);
    return results(up, down, turn + turn_down, sum + sum_down, negative == negative_down);
  }
};
template <class T, int Count, class Layout>
void keeps_latest(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0 * levels, columns);
  CenterField<T, backend::Cpu, Layout> x(grid), w(grid), up(grid), down(grid);
  CenterField<int, backend::Cpu, Layout> turns(grid);
  SurfaceField<T> sum(grid);
  SurfaceField<bool> same(grid);
  x.fill([](double z, std::size_t c) { return z * z + 3.0 * static_cast<double>(c); });
  w.fill([&](double z, std::size_t c) { return c % 5 == 3 && z > 0.7 * levels ? -1.0 : 0.5 + 0.25 * z; });
  fields(up, down, turns, sum, same) = columnwise(Latest<T, Count>{})(x, w);
  for (std::size_t c = 0; c < columns; ++c) {
    CAPTURE(Count, levels, columns, c);
    T ends = 0;
    for (const bool upward : {true, false}) {
      std::vector<T> before(Count, T(0));  // the oldest first
      bool negative = false;
      const auto& found = upward ? up : down;
      for (int p = 0; p < levels; ++p) {
        const int k = upward ? p : levels - 1 - p;
        negative = negative || w(k, c) < 0;
        REQUIRE(found(k, c) == (negative ? T(0) : w(k, c) * before.front()));
        before.erase(before.begin());
        before.push_back(x(k, c));
      }
      const int turn = levels % Count;  // where the oldest is
      ends += before[static_cast<std::size_t>((Count - turn) % Count)] +
              before[static_cast<std::size_t>((2 * Count - 1 - turn) % Count)];
    }
    for (int k = 0; k < levels; ++k) REQUIRE(turns(k, c) == (k + 1) % Count + (levels - k) % Count);
    REQUIRE(sum(c) == ends);
    REQUIRE(same(c));
  }
}
}  // namespace

TEST_CASE("A march keeps a state of any size for each column", "[columnwise]") {
  for (const int levels : {1, 7, 40}) {
    for (const std::size_t columns : {1U, 5U, 70U}) {
      keeps_latest<double, 1, layout::ColumnsContiguous>(levels, columns);
      keeps_latest<double, 30, layout::ColumnsContiguous>(levels, columns);
      keeps_latest<double, 31, layout::LevelsContiguous>(levels, columns);
      keeps_latest<double, 60, layout::ColumnsContiguous>(levels, columns);
      keeps_latest<float, 3, layout::LevelsContiguous>(levels, columns);
    }
  }
}

TEST_CASE("march_state gives as many numbers as a function may have results", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 3);
  CenterField<double> x(grid);
  SurfaceField<double> sum(grid);
  SurfaceField<int> rows(grid);
  x.fill([](double z) { return z; });
  fields(sum, rows) = columnwise([](auto y) {
    const auto all = march_state(
        from_bottom, Ladder{},
        [](Ladder& s, double v) {
          s.i += v;
          ++s.count;
        },
        y);
    const auto& [z, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, count] = all;
    return results(z + a + b + c + d + e + f + g + h + i, j + k + l + m + n + o + p + q + r + count);
  })(x);
  for (std::size_t c = 0; c < 3; ++c) {
    CHECK(sum(c) == 8.0);
    CHECK(rows(c) == 4);
  }
}

TEST_CASE("Searches take values per column, and faces, in either direction", "[columnwise]") {
  const auto grid = ColumnGrid::stretched(4, 0.0, 8.0, 0.5, 2);
  CenterField<double> x(grid);
  FaceField<double> f(grid);
  SurfaceField<double> largest(grid), lowest(grid), height(grid), depth(grid);
  for (int k = 0; k <= 4; ++k) {
    f(k, 0) = k == 1 || k == 2 ? 0.5 : 0.25;
    f(k, 1) = 0.0;
    if (k < 4) x(k, 0) = 0.25 * k, x(k, 1) = 0.1;
  }
  fields(largest, lowest, height, depth) = columnwise(Searches{})(x, f);
  CHECK(largest(0) == 0.75);
  CHECK(largest(1) == 0.0);
  CHECK(lowest(0) == x(0, 0));  // the condition is one per column and holds at once
  CHECK(lowest(1) == 0.0);
  FaceField<double> spacings(grid);
  spacings = spacing(Face{});
  CHECK(height(0) == grid.z_faces(0)[2]);
  CHECK(height(1) == -1.0);
  CHECK(depth(0) == spacings(1, 0));
  CHECK(depth(1) == 9.0);
}

TEST_CASE("at_level inside a column function knows every face, and no other", "[columnwise]") {
  for (const int levels : {1, 2, 7}) {
    const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 2);
    FaceField<double> f(grid);
    SurfaceField<double> once(grid), twice(grid);
    for (int k = 0; k <= levels; ++k) f(k, 0) = f(k, 1) = k + 1;
    for (int level = -levels - 1; level <= levels; ++level) {
      fields(once, twice) = columnwise(OneLevel{level})(f);
      CHECK(once(1) == (level < 0 ? levels + 2 + level : level + 1));
      CHECK(twice(1) == 2 * once(1));
    }
    std::string said;
    for (const int level : {-levels - 2, levels + 1}) {
      try {
        fields(once, twice) = columnwise(OneLevel{level})(f);
      } catch (const ShapeError& error) {
        said = error.what();
      }
      CHECK(said.find("level " + std::to_string(level) + " of columns of " + std::to_string(levels + 1) + " faces") !=
            std::string::npos);
    }
  }
}

TEST_CASE("A condition inside a column function knows every level of the grid, and no other", "[columnwise]") {
  for (const int levels : {1, 2, 7}) {
    const auto grid = ColumnGrid::uniform(levels, 1.0, 2.0, 2);
    const auto z = grid.z_faces(0);
    CenterField<double> x(grid);
    FaceField<double> slope(grid);
    for (int level = -levels - 1; level <= levels; ++level) {
      slope = columnwise(SlopeByLevel{level})(x);
      CHECK(slope(0, 1) == 2 * z[static_cast<std::size_t>(level < 0 ? levels + 1 + level : level)]);
    }
    for (const int level : {-levels - 2, levels + 1}) {
      const std::string says = "level " + std::to_string(level) + " of columns of " + std::to_string(levels + 1);
      CHECK_THROWS_MATCHES(slope = columnwise(SlopeByLevel{level})(x), ShapeError,
                           MessageMatches(ContainsSubstring(says + " faces")));
    }
  }
}

TEST_CASE("Levels of a column may be asked of Vec values and of counts, also where there is none", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 2);
  CenterField<Vec<float, 2>> u(grid);
  CenterField<int> count(grid);
  SurfaceField<Vec<float, 2>> highest(grid), lowest(grid);
  SurfaceField<int> counted(grid);
  for (int k = 0; k < 5; ++k) {
    u(k, 0) = {{1.0F * static_cast<float>(k), 2.0F}};
    u(k, 1) = {{1.0F * static_cast<float>(k), static_cast<float>(k)}};
    count(k, 0) = count(k, 1) = 10 + k;
  }
  fields(highest, lowest, counted) = columnwise(NowhereOfVec{})(u, count);
  CHECK(highest(0) == Vec{-1.0F, -1.0F});
  CHECK(lowest(0) == Vec{-2.0F, -2.0F});
  CHECK(counted(0) == 0);
  CHECK(highest(1) == Vec{4.0F, 4.0F});
  CHECK(lowest(1) == Vec{3.0F, 3.0F});
  CHECK(counted(1) == 14);
}

namespace {

struct Compound {
  bool squared;
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto f, auto u) const {
    auto sum = 1.0 * x;
    for (int i = 0; i < 3; ++i) sum += y;
    sum *= 2.0;
    sum -= column_sum(y);
    sum /= y;
    const auto slopes = jacobian(
        [&](auto z) {
          auto a = z;
          if (squared) a *= z;
          auto flux = f * GradientC2F()(a);
          flux -= 0.5 * flux;
          return DivergenceF2C(no_flux)(flux);
        },
        x);
    const auto halved = march(
        from_bottom, Vec{0.0, 0.0},
        [](auto& s, auto v) {
          s += v;
          s *= 0.5;
          return s;
        },
        u);
    return results(sum, slopes * x, halved);
  }
};
struct Spelled {
  bool squared;
  STENCIL_FUNCTION auto operator()(auto x, auto y, auto f, auto u) const {
    const auto sum = (2.0 * (x + y + y + y) - column_sum(y)) / y;
    const auto slopes = jacobian(
        [&](auto z) {
          auto a = z;
          if (squared) a = z * z;
          const auto flux = f * GradientC2F()(a);
          return DivergenceF2C(no_flux)(0.5 * flux);
        },
        x);
    const auto halved = march(
        from_bottom, Vec{0.0, 0.0},
        [](auto& s, auto v) {
          s = 0.5 * (s + v);
          return s;
        },
        u);
    return results(sum, slopes * x, halved);
  }
};

}  // namespace

TEST_CASE("A variable of a column function is added to, multiplied and so on in place", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 1.0, 2);
  CenterField<double> x(grid), y(grid), sum(grid), other_sum(grid), row(grid), other_row(grid);
  FaceField<double> f(grid);
  CenterField<Vec<double, 2>> u(grid), v(grid), w(grid);
  x.fill([](double z, std::size_t column) { return z * z + static_cast<double>(column); });
  y.fill([](double z) { return 1.0 + z; });
  f.fill([](double z) { return 2.0 - z; });
  u.fill([](double z) { return Vec{z, 1.0 - z}; });
  for (const bool squared : {false, true}) {
    fields(sum, row, v) = columnwise(Compound{squared})(x, y, f, u);
    fields(other_sum, other_row, w) = columnwise(Spelled{squared})(x, y, f, u);
    CHECK(sum.to_host() == other_sum.to_host());
    for (int k = 0; k < 6; ++k) CHECK(std::abs(row(k, 1) - other_row(k, 1)) < 1e-11);
    CHECK(v.to_host() == w.to_host());
  }
}

namespace {

/// Rain as in docs/column_functions.md, which starts from a number, and what starts from a value per column.
struct Falling {
  STENCIL_FUNCTION auto operator()(auto condensed, auto dryness, auto start) const {
    const auto step = [](auto& falling, auto source, auto dry) {
      auto lost = falling * dry;
      if (lost > falling) lost = falling;
      falling += source - lost;
      falling *= dry + source;
      falling -= dry * falling;
      falling /= dry + source;
      return results(falling, lost);
    };
    auto [flux, evaporated] = march(from_top, 0.0, step, condensed, dryness);
    auto [more, gone] = march(from_bottom, start, step, condensed, dryness);
    const auto last = march_state(from_top, 0.25, [](auto& s, auto x) { s += x * x; }, condensed);
    return results(flux + 2.0 * evaporated + 3.0 * more * gone + last);
  }
};
template <class T>
void require_derivative(double h, double tolerance) {
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 2);
  CenterField<T> x(grid), dry(grid), along(grid), slope(grid), up(grid), down(grid), moved(grid);
  SurfaceField<T> start(grid);
  x.fill([](double z, std::size_t column) { return static_cast<T>(0.5 + z + 0.25 * static_cast<double>(column)); });
  dry.fill([](double z) { return static_cast<T>(0.25 + 0.25 * z); });
  along.fill([](double z) { return static_cast<T>(1.0 - z); });
  start = T(0.5);
  const auto fall = columnwise(Falling{});
  slope = jvp(fall(x, dry, start), wrt(x), along);
  moved = x + h * along;
  up = fall(moved, dry, start);
  moved = x - h * along;
  down = fall(moved, dry, start);
  for (int k = 0; k < 7; ++k) {
    for (std::size_t column : {0U, 1U}) {
      const double difference = (double(up(k, column)) - double(down(k, column))) / (2 * h);
      CHECK(std::abs(slope(k, column) - difference) < tolerance);
    }
  }
}

}  // namespace

TEST_CASE("Derivatives go through marches that start from numbers and give several results", "[columnwise]") {
  require_derivative<double>(1e-5, 1e-8);
  require_derivative<float>(1.0 / 64, 0.02);
}

namespace {
/// Running values of x that start from what does not depend on x.
struct FromElsewhere {
  STENCIL_FUNCTION auto operator()(auto x, auto start) const {
    const auto sum = cumulative_integral(x * x, bottom(start));
    const auto largest = column_reduce(functions::Max{}, 1.0 * start, as_is, from_top, x);
    const auto drawn =
        column_accumulate(sequential([](auto s, auto v) { return 0.5 * s + v * v; }), start, as_is, from_top, x);
    const auto both = cumulative_integral(vec(x, x * x), top(vec(start, 2.0 * start)));
    const auto crossed = component<0>(both) * component<1>(both);
    return results(InterpolateF2C()(sum + crossed) * largest + drawn);
  }
};
}  // namespace

TEST_CASE("Derivatives go through running values that start from a value per column without any", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 2);
  CenterField<double> x(grid), along(grid), slope(grid), up(grid), down(grid);
  SurfaceField<double> start(grid);
  SurfaceField<float> narrow(grid);
  x.fill([](double z, std::size_t column) { return 0.5 + z + 0.25 * static_cast<double>(column); });
  along.fill([](double z) { return 1.0 - z; });
  start.fill([](std::size_t column) { return column == 0 ? 0.5 : 4.0; });
  narrow = start;
  const auto f = columnwise(FromElsewhere{});
  slope = jvp(f(x, start), wrt(x), along);
  const double h = 1e-5;
  up = f(x + h * along, start);
  down = f(x - h * along, start);
  const auto differences = [&] {
    double worst = 0;
    for (int k = 0; k < 7; ++k) {
      for (std::size_t c : {0U, 1U}) worst = std::max(worst, std::abs(slope(k, c) - (up(k, c) - down(k, c)) / (2 * h)));
    }
    return worst;
  };
  CHECK(differences() < 1e-8);
  slope = jvp(f(x, narrow), wrt(x), along);
  CHECK(differences() < 1e-8);
}

TEST_CASE("A sum of narrow integers does not wrap around", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(70, 0.0, 1.0, 9);
  CenterField<unsigned char> bytes(grid);
  CenterField<short, backend::Cpu, layout::ColumnsContiguous> shorts(grid);
  SurfaceField<int> sum(grid), inside(grid), shorter(grid);
  bytes = 200;
  shorts = -30000;
  sum = column_sum(bytes);
  SurfaceField<long long> wide(grid);
  CenterField<int> large(grid);
  large = 2'000'000'000;
  wide = column_reduce(functions::Add{}, 0LL, as_is, from_bottom, large);
  fields(inside, shorter) =
      columnwise([](auto x, auto y) { return results(column_sum(x), column_sum(y)); })(bytes, shorts);
  for (std::size_t column = 0; column < 9; ++column) {
    CHECK(sum(column) == 14000);
    CHECK(wide(column) == 140'000'000'000);
    CHECK(inside(column) == 14000);
    CHECK(shorter(column) == -2100000);
  }
}

TEST_CASE("Active levels stay where a policy takes another strategy", "[active]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0, 2);
  CenterField<double> x(grid), y(grid);
  x = 1.0;
  x(0, 0) = -1.0;
  const auto active = active_levels(2, 3);
  const auto require = [&](const auto& how) {
    y = 5.0;
    assign(y, sqrt(x) + 2.0, how);
    for (int k = 0; k < 6; ++k) CHECK(y(k, 0) == (k == 2 || k == 3 ? 3.0 : 5.0));
  };
  require(active.with(DefaultStrategy{}));
  require(active.with(CheckValues<>{}).where(x > 0.0));
  require(active.with(CheckValues{active.strategy}));
  require(active_levels(0, 5).with(active.strategy));
  require(active.with(CheckValues<>{}).with(DefaultStrategy{}).where(x > 0.0));
  require(active.with(CheckValues<>{}).with(CheckValues<>{}).where(x > 0.0));
  x(3, 1) = -1.0;
  CHECK_THROWS_AS(assign(y, sqrt(x), active.with(CheckValues<>{})), ValueError);
  const auto explained = [&](const auto& how) { return explain(y, sqrt(x), how).text(); };
  CHECK(explained(active.with(CheckValues<>{})) == explained(active));
}

namespace {

struct Larger {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(x > 1.0, x > 1.0, x > 1.0, x > 1.0); }
};
template <class Layout>
void require_ones_of_conditions() {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 9);
  CenterField<double, backend::Cpu, Layout> x(grid), number(grid);
  CenterField<int, backend::Cpu, Layout> count(grid);
  CenterField<long, backend::Cpu, Layout> long_count(grid);
  CenterField<bool, backend::Cpu, Layout> truth(grid);
  x.fill([](double z) { return z; });
  for (const bool active : {false, true}) {
    for (int k = 0; k < 4; ++k) {
      for (std::size_t c = 0; c < 9; ++c) count(k, c) = 7;
    }
    const auto all = fields(count, long_count, truth, number);
    const auto call = columnwise(Larger{})(x);
    if (active) {
      assign(all, call, active_levels(0, 3));
    } else {
      assign(all, call);
    }
    for (int k = 0; k < 4; ++k) {
      for (std::size_t c = 0; c < 9; ++c) {
        const int one = k == 0 ? 0 : 1;  // heights are 0.5, 1.5, 2.5 and 3.5
        CHECK(count(k, c) == one);
        CHECK(long_count(k, c) == one);
        CHECK(truth(k, c) == (one == 1));
        CHECK(number(k, c) == one);
      }
    }
  }
}

}  // namespace

TEST_CASE("A condition is 1 in fields of counts and numbers, active levels or not", "[columnwise]") {
  require_ones_of_conditions<layout::ColumnsContiguous>();
  require_ones_of_conditions<layout::LevelsContiguous>();
}
