// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

using interpolation::Cubic, interpolation::Linear, interpolation::Monotone;

/// Points from 0 to 2, equally far apart or not.
template <class T>
std::vector<T> points(int count, bool uniform) {
  std::vector<T> x;
  for (int i = 0; i < count; ++i) {
    const double s = 2.0 * i / (count - 1);
    x.push_back(static_cast<T>(uniform ? s : s + 0.2 * std::sin(std::numbers::pi * s)));
  }
  return x;
}
template <class F, class T>
std::vector<T> at_points(const std::vector<T>& x, const F& f) {
  std::vector<T> values;
  values.reserve(x.size());
  for (const T p : x) values.push_back(static_cast<T>(f(static_cast<double>(p))));
  return values;
}
double wave(double x) { return std::exp(0.5 * x) * std::sin(2 * x + 0.3); }

/// What a table of lines says, found from the beginning in long double.
long double by_lines(const std::vector<double>& x, const std::vector<double>& v, long double at) {
  std::size_t i = 0;
  while (i + 2 < x.size() && x[i + 1] <= at) ++i;
  return v[i] + (at - x[i]) / (static_cast<long double>(x[i + 1]) - x[i]) * (static_cast<long double>(v[i + 1]) - v[i]);
}

double rise(double x) { return std::exp(x); }

template <class Way>
double worst_of(double (*f)(double), int count, bool uniform) {
  const auto x = points<double>(count, uniform);
  const auto t = table(x, at_points(x, f), Way{});
  double worst = 0;
  for (int i = 0; i <= 1000; ++i) worst = std::max(worst, std::abs(t(0.002 * i) - f(0.002 * i)));
  return worst;
}
template <class Way>
double order(double (*f)(double), bool uniform) {
  return std::log2(worst_of<Way>(f, 65, uniform) / worst_of<Way>(f, 129, uniform));
}

}  // namespace

TEMPLATE_TEST_CASE("A linear table is that of a loop over its points", "[table]", float, double) {
  for (const bool uniform : {true, false}) {
    for (const int count : {2, 3, 10, 33}) {
      const auto x = points<TestType>(count, uniform);
      const auto v = at_points(x, wave);
      const auto t = table(std::span<const TestType>(x), v);
      static_assert(std::is_same_v<decltype(t(1.0)), TestType>);
      const std::vector<double> wide_x(x.begin(), x.end()), wide_v(v.begin(), v.end());
      for (int i = -20; i <= 220; ++i) {
        const auto at = static_cast<TestType>(0.01 * i);
        const long double expected = by_lines(wide_x, wide_v, std::clamp(at, x.front(), x.back()));
        CHECK(std::abs(static_cast<long double>(t(at)) - expected) < 20 * std::numeric_limits<TestType>::epsilon());
      }
      for (std::size_t i = 0; i < x.size(); ++i)
        CHECK(std::abs(t(x[i]) - v[i]) < 20 * std::numeric_limits<TestType>::epsilon());
    }
  }
}

TEST_CASE("At a point a table has its value where points are few roundings apart", "[table]") {
  for (const float first : {0.0f, 8388608.0f}) {
    const std::vector<float> x{first, first + 1, first + 3, first + 4, first + 5}, v{0, 1, 2, 3, 10};
    const auto t = table(x, v);
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(t(x[i]) == v[i]);
  }
  const std::vector<double> x{0, 1, 2 + 0x1p-46, 3}, v{0, 1, 2, 1e6};  // nearly equidistant, by more than roundings
  const auto t = table(x, v);
  CHECK(t(x[2]) == 2);
}

TEST_CASE("The slope of a table at a point is that above it, and beyond points that keep their value zero", "[table]") {
  using Sloped = Dual<double, double>;
  for (const double last : {2.0, 3.0}) {  // equidistant or not
    const auto lines = table({0.0, 1.0, last}, {0.0, 1.0, 1.0 + 4.0 * (last - 1.0)});
    CHECK(lines(Sloped(1.0, 1.0)).slope == 4.0);
    CHECK(lines(Sloped(0.5, 1.0)).slope == 1.0);
    CHECK(lines(Sloped(-0.5, 1.0)).slope == 0.0);
    CHECK(lines(Sloped(9.0, 1.0)).slope == 0.0);
  }
}

TEMPLATE_TEST_CASE("The last value of a table is kept to the bit beside one that is far larger", "[table]", float,
                   double) {
  using T = TestType;
  const T infinity = std::numeric_limits<T>::infinity(), tiny = T(1e-20);
  const std::vector<T> v{T(0.3), 1, tiny};
  const auto grid = ColumnGrid::uniform(8, 0.0, 8.0, 4);
  CenterField<T> at(grid), there(grid);
  at = infinity;
  for (int count = 2; count < 60; ++count) {  // equidistant but for rounding
    std::vector<T> x, values(static_cast<std::size_t>(count), T(1));
    for (int i = 0; i < count; ++i) x.push_back(T(0.1) * static_cast<T>(i) - T(0.7));
    values.back() = tiny;
    const auto lines = table(x, values);
    const auto curve = table(x, values, Monotone{});
    CHECK((lines(infinity) == tiny && curve(x.back()) == tiny));
    there = lines(at);
    CHECK((there(0, 0) == tiny && there(7, 3) == tiny));
  }
  at = T(5);
  const auto check = [&](const auto& t) {
    CHECK((t(T(2)) == tiny && t(T(5)) == tiny && t(infinity) == tiny && t(T(1)) == T(1)));
    there = t(at);
    CHECK((there(0, 0) == tiny && there(7, 3) == tiny));
  };
  for (const std::vector<T>& x : {std::vector<T>{0, 1, 2}, std::vector<T>{0, 1, T(1.7)}}) {
    check(table(x, v, Linear{}));
    check(table(x, v, Cubic{}));
    check(table(x, v, Monotone{}));
    const auto flat = table(x, std::vector<T>{0, 1}, std::vector<T>{1, 1, 1, 1, 1, tiny});
    CHECK((flat(T(5), T(5)) == tiny && flat(T(5), T(0)) == T(1)));
  }
}

TEST_CASE("Tables are of second order by lines and of fourth by splines", "[table]") {
  for (const bool uniform : {true, false}) {
    CHECK(std::abs(order<Linear>(wave, uniform) - 2) < 0.1);
    CHECK(std::abs(order<Cubic>(wave, uniform) - 4) < 0.3);
    CHECK(std::abs(order<Monotone>(rise, uniform) - 4) < 0.3);
    CHECK(worst_of<Monotone>(wave, 129, uniform) < 1e-3);  // of second order where the wave turns
  }
  // Two points make a line, three a parabola, four a cubic.
  for (const int count : {2, 3, 4}) {
    const auto power = [count](double x) { return std::pow(x, count - 1) - x; };
    const auto x = points<double>(count, false);
    const auto t = table(x, at_points(x, power), Cubic{});
    for (const double at : {0.1, 0.9, 1.5}) CHECK(std::abs(t(at) - power(at)) < 1e-13);
  }
}

TEST_CASE("A monotone table rises where its values do, and a spline need not", "[table]") {
  const std::vector<double> x{0, 1, 1.5, 3, 4, 6}, v{0, 0, 0.01, 5, 5, 4};
  const auto monotone = table(x, v, Monotone{});
  const auto spline = table(x, v, Cubic{});
  double lowest = 0, highest = 0;
  for (int i = 1; i <= 600; ++i) {
    const double at = 0.01 * i, rise = monotone(at) - monotone(at - 0.01);
    CHECK((at <= 4.005 ? rise >= 0 : rise <= 0));
    lowest = std::min(lowest, spline(at)), highest = std::max(highest, spline(at));
  }
  CHECK((lowest < -0.01 && highest > 5.01));
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(monotone(x[i]) == v[i]);
}

TEST_CASE("The slopes of a monotone table are at most three times the gentler one beside them", "[table]") {
  // On paper: the parabola has the slopes -8, 10 and 28, between points they are 1 and 19. Limited: 0, 3 = 3 * 1
  // and 28. Half way a cubic is the mean of two values and an eighth of the difference of their slopes.
  const auto curve = table({0.0, 1.0, 2.0}, {0.0, 1.0, 20.0}, Monotone{});
  CHECK(std::abs(curve(0.5) - (0.5 + (0 - 3) / 8.0)) < 1e-15);
  CHECK(std::abs(curve(1.5) - (10.5 + (3 - 28) / 8.0)) < 1e-14);
  const auto falls = table({0.0, 1.0, 2.0}, {20.0, 1.0, 0.0}, Monotone{});
  CHECK(std::abs(falls(1.5) - (0.5 + (-3 - 0) / 8.0)) < 1e-15);
}

TEST_CASE("A table of two dimensions is of second and fourth order in both", "[table]") {
  const auto f = [](double x, double y) { return wave(x) * std::cos(1.5 * y) + y * x; };
  const auto worst = [&](auto way, int nx, int ny, bool uniform) {
    const auto x = points<double>(nx, uniform), y = points<double>(ny, !uniform);
    std::vector<double> v;
    for (const double a : x) {
      for (const double b : y) v.push_back(f(a, b));
    }
    const auto t = table(x, y, v, way);
    double most = 0;
    for (int i = 0; i <= 60; ++i) {
      for (int j = 0; j <= 60; ++j) most = std::max(most, std::abs(t(i / 30.0, j / 30.0) - f(i / 30.0, j / 30.0)));
    }
    return most;
  };
  for (const bool uniform : {true, false}) {
    CHECK(std::abs(std::log2(worst(Linear{}, 17, 25, uniform) / worst(Linear{}, 33, 49, uniform)) - 2) < 0.2);
    CHECK(std::abs(std::log2(worst(Cubic{}, 17, 25, uniform) / worst(Cubic{}, 33, 49, uniform)) - 4) < 0.5);
  }
}

TEST_CASE("Beyond its points a table keeps the last value or goes straight on, and NaN stays NaN", "[table]") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> x{1, 2, 4}, v{1, 4, 16}, y{0, 1}, flat{1, 2, 4, 8, 16, 32};
  const auto kept = table(x, v, Cubic{}), straight = table(x, v, Cubic{}, TableEnds::extrapolate);
  CHECK((kept(0.0) == 1 && kept(9.0) == 16 && kept(infinity) == 16 && kept(-infinity) == 1));
  CHECK((straight(0.0) == 1 - 2 && straight(6.0) == 16 + 2 * 8));  // x squared
  const auto by_lines = table(x, v, Linear{}, TableEnds::extrapolate);
  CHECK((by_lines(0.0) == 1 - 3 && by_lines(6.0) == 16 + 12));
  const auto plane = table(x, y, flat, Linear{}, TableEnds::extrapolate), corner = table(x, y, flat);
  CHECK((plane(0.0, 0.5) == 1.5 - 4.5 && plane(4.0, 2.0) == 48 && plane(0.0, 2.0) == 2 - 6 + 1));
  CHECK((corner(0.0, 9.0) == 2 && corner(9.0, -1.0) == 16));
  for (const double number : {kept(nan), straight(nan), plane(nan, 0.5), plane(1.0, nan), corner(1.0, nan)})
    CHECK(std::isnan(number));
}

TEST_CASE("A table is called so where an expression is shown or looked at", "[table]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 1.0);
  CenterField<double> a(grid, "a"), b(grid, "b");
  const auto t = table({0.0, 1.0}, {2.0, 4.0});
  std::ostringstream text;
  text << 2.0 * t(a);
  CHECK(text.str() == "(2 * table(a))");
  CHECK_THROWS_MATCHES(assign(b, 1.0 / t(a - a) - log(t(a) - 2.0), check_values), ValueError,
                       Catch::Matchers::MessageMatches(ContainsSubstring("log((table(a) - 2))")));
}

TEMPLATE_TEST_CASE("In an expression a table has the bits that it has at numbers", "[table]", float, double) {
  using T = TestType;
  const auto grid = ColumnGrid::uniform(37, 0.0, 1.0, 3);  // enough levels for vectors of them
  const auto nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  CenterField<T> at(grid), across(grid);
  for (std::size_t c = 0; c < 3; ++c) {
    for (int k = 0; k < 37; ++k) at(k, c) = static_cast<T>(0.02 * (3 * k + static_cast<int>(c)) - 0.1);  // -0.1 to 2.1
  }
  at(5, 0) = nan, at(6, 1) = infinity, at(7, 2) = -infinity, at(8, 0) = 2, at(9, 1) = 0;
  const auto require_same = [&](const auto& t) {
    across = t(at);
    for (std::size_t c = 0; c < 3; ++c) {
      for (int k = 0; k < 37; ++k) {
        CAPTURE(k, c, at(k, c));
        const T in_field = across(k, c), expected = t(at(k, c));
        REQUIRE(((std::isnan(in_field) && std::isnan(expected)) ||
                 (in_field == expected && std::signbit(in_field) == std::signbit(expected))));
      }
    }
  };
  for (const bool uniform : {true, false}) {
    for (const int count : {2, 3, 9, 12}) {
      const auto x = points<T>(count, uniform);
      const auto v = at_points(x, wave);
      for (const auto ends : {TableEnds::clamp, TableEnds::extrapolate}) {
        require_same(table(x, v, Linear{}, ends));
        require_same(table(x, v, Cubic{}, ends));
        require_same(table(x, v, Monotone{}, ends));
      }
    }
  }
}

TEMPLATE_TEST_CASE("In an expression a table of two dimensions has the bits that it has at numbers", "[table]", float,
                   double) {
  using T = TestType;
  constexpr int levels = 37;  // enough for vectors of them
  constexpr std::size_t columns = 19;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  const auto nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  CenterField<T> x(grid), y(grid), found(grid);
  for (std::size_t c = 0; c < columns; ++c) {  // from below the points to above them, in all pairs
    for (int k = 0; k < levels; ++k)
      x(k, c) = static_cast<T>(0.06 * k - 0.1), y(k, c) = static_cast<T>(0.13 * static_cast<double>(c) - 0.15);
  }
  const T special[] = {nan, -nan, infinity, -infinity, T(0), T(2), T(1)};
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 7; ++j)
      x(static_cast<int>(5 * i), j) = special[i], y(static_cast<int>(5 * i), j) = special[j];
  }
  const auto same = [](T a, T b) {
    return std::signbit(a) == std::signbit(b) && (a == b || (std::isnan(a) && std::isnan(b)));
  };
  const auto require_same = [&](const auto& t) {
    const auto require = [&](const auto& expected) {
      for (std::size_t c = 0; c < columns; ++c) {
        for (int k = 0; k < levels; ++k) {
          CAPTURE(k, c, x(k, c), y(k, c));
          REQUIRE(same(found(k, c), expected(x(k, c), y(k, c))));
        }
      }
    };
    found = t(x, y);
    require([&](T a, T b) { return t(a, b); });
    found = t(T(0.3), y);
    require([&](T, T b) { return t(T(0.3), b); });
    found = t(x, T(2.5));
    require([&](T a, T) { return t(a, T(2.5)); });
  };
  for (const bool uniform : {true, false}) {
    for (const int count : {2, 3, 9}) {
      const auto p = points<T>(count, uniform), q = points<T>(count + 2, !uniform);
      std::vector<T> v;
      for (const T a : p) {
        for (const T b : q)
          v.push_back(static_cast<T>(wave(static_cast<double>(a)) * std::cos(static_cast<double>(b))));
      }
      for (const auto ends : {TableEnds::clamp, TableEnds::extrapolate}) {
        require_same(table(p, q, v, Linear{}, ends));
        require_same(table(p, q, v, Cubic{}, ends));
      }
    }
  }
}

TEST_CASE("A table stands in expressions, with its derivative", "[table]") {
  const ColumnGrid grid = ColumnGrid::uniform(6, 0.0, 3.0, 3);
  CenterField<double> a(grid), b(grid), there(grid), slope(grid);
  CenterField<float> single(grid);
  a.fill([](double z, std::size_t column) { return z - 0.3 * static_cast<double>(column); });
  const auto x = points<double>(9, false);
  const auto t = table(x, at_points(x, wave), Cubic{}, TableEnds::extrapolate);
  const auto both = table(x, std::vector<double>{0, 1, 3}, at_points(points<double>(27, true), wave), Cubic{});
  there = t(a) + both(0.5 * a, 0.25) * both(a, a);
  b = 1.0 + t(heights(Center{}));
  single = t(a);
  slope = jvp(t(a * a) + both(a, 2.0 * a), wrt(a), 2.0 * a);
  for (std::size_t column = 0; column < 3; ++column) {
    for (int k = 0; k < 6; ++k) {
      const double at = a(k, column), h = 1e-6;
      CHECK(there(k, column) == t(at) + both(0.5 * at, 0.25) * both(at, at));
      CHECK(b(k, column) == 1.0 + t(0.25 + 0.5 * k));
      CHECK(single(k, column) == static_cast<float>(t(at)));
      const auto f = [&](double s) { return t(s * s) + both(s, 2.0 * s); };
      CHECK(std::abs(slope(k, column) - (f(at + h) - f(at - h)) / h * at) < 1e-7);
    }
  }
}

TEST_CASE("Beyond its points a table of two dimensions has the derivatives of what it gives there", "[table]") {
  const std::vector<double> px{0.0, 0.3, 0.5, 1.1}, py{-0.5, 0.25, 1.0, 1.75};
  std::vector<double> values;
  for (const double x : px)
    for (const double y : py) values.push_back(x * x + 0.3 * x * y + 0.2 * y * y * y);
  const auto lines = table(px, py, values, interpolation::Linear{}, TableEnds::extrapolate);
  const auto curves = table(px, py, values, interpolation::Cubic{}, TableEnds::extrapolate);
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 5);
  CenterField<double> x(grid), y(grid), unity(grid), by_x(grid), by_y(grid), expected(grid);
  x.fill([](double z) { return -0.4 + 1.9 * z; });
  y.fill([](double, std::size_t column) { return -0.9 + 0.8 * static_cast<double>(column); });
  unity = 1.0;
  const double h = 1e-6;
  const auto check = [&](const auto& t) {
    by_x = jvp(t(x, y), wrt(x), unity);
    by_y = jvp(t(x, y), wrt(y), unity);
    expected = (t(x + h, y) - t(x - h, y)) / (2 * h);
    CHECK(global_max(abs(by_x - expected)) < 1e-8);
    expected = (t(x, y + h) - t(x, y - h)) / (2 * h);
    CHECK(global_max(abs(by_y - expected)) < 1e-8);
  };
  check(lines);
  check(curves);
}

TEST_CASE("A table has second derivatives", "[table]") {
  const std::vector<double> px{0.0, 0.3, 0.5, 1.1, 1.3}, py{-0.5, 0.25, 1.0, 1.75};
  std::vector<double> line, flat;
  for (const double x : px) {
    line.push_back(x * x * x - x);
    for (const double y : py) flat.push_back(x * x * y + 0.3 * x * y * y + 0.2 * y * y * y);
  }
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 5);
  CenterField<double> x(grid), along(grid), twice(grid), ahead(grid), behind(grid), first_ahead(grid),
      first_behind(grid);
  CenterField<float> single(grid), single_along(grid), single_twice(grid);
  x.fill([](double z, std::size_t column) { return -0.41 + 1.9 * z + 0.01 * static_cast<double>(column); });
  along.fill([](double z) { return 1.0 + z; });
  const double h = 1e-5;
  ahead = x + h * along, behind = x - h * along;
  const auto check = [&](const auto& f) {
    twice = jvp(jvp(f(x), wrt(x), along), wrt(x), along);
    first_ahead = jvp(f(ahead), wrt(ahead), along), first_behind = jvp(f(behind), wrt(behind), along);
    CHECK(global_max(abs(twice - (first_ahead - first_behind) / (2 * h))) < 1e-6);
  };
  for (const auto ends : {TableEnds::clamp, TableEnds::extrapolate}) {
    const auto lines = table(px, line, Linear{}, ends);
    const auto cubic = table(px, line, Cubic{}, ends);
    const auto plane = table(px, py, flat, Linear{}, ends);
    const auto bent = table(px, py, flat, Cubic{}, ends);
    check([&](const auto& a) { return lines(a * a); });
    check([&](const auto& a) { return cubic(a * a) * a; });
    check([&](const auto& a) { return plane(a, 2.0 * a); });
    check([&](const auto& a) { return bent(a, a * a) + bent(0.4, a) + bent(a, 1.2); });
    single = x, single_along = along;
    twice = jvp(jvp(cubic(x), wrt(x), along), wrt(x), along);
    single_twice = jvp(jvp(cubic(single), wrt(single), single_along), wrt(single), single_along);
    CHECK(global_max(abs(twice - single_twice)) < 1e-4);
  }
}

TEST_CASE("Points and values that make no table are refused", "[table]") {
  const std::vector<double> x{0, 1, 2}, v{3, 4, 5};
  const auto refused = [&](const std::vector<double>& p, const std::vector<double>& w, const char* sentence) {
    CHECK_THROWS_MATCHES(table(p, w), Error, MessageMatches(ContainsSubstring(sentence)));
  };
  refused({1}, {1}, "at least two points in each direction, but there are 1 x_points");
  refused(x, {1, 2}, "one value for each point, here 3, but there are 2 values");
  refused(x, {1, 2, 3, 4}, "one value for each point, here 3, but there are 4 values");
  refused({0, 1, 1}, v, "increase, but of its x_points number 2 is 1 after 1");
  refused({0, std::nan(""), 1}, v, "finite numbers, but of its x_points number 1 is nan");
  refused(x, {0, 1, std::numeric_limits<double>::infinity()}, "of its values number 2 is inf");
  CHECK_THROWS_MATCHES(table(x, x, v), ShapeError, MessageMatches(ContainsSubstring("here 3 times 3")));
  CHECK_THROWS_MATCHES(table(std::vector<double>{1, 1 + 1e-9}, std::vector<float>{1, 2}), Error,
                       MessageMatches(ContainsSubstring("in single precision")));
}

TEST_CASE("A table has as many numbers as its indices count", "[table][errors]") {
  const std::size_t most = 2147483647;
  CHECK_NOTHROW(detail::tables::require_values(most / 4, most / 4, 4, "here"));
  CHECK_THROWS_MATCHES(detail::tables::require_values(most, most / 4 + 1, 4, "here many"), ShapeError,
                       MessageMatches(ContainsSubstring("at most 536870911 points, here many")));
}

TEST_CASE("A table takes numbers in arrays, and ends without a way", "[table]") {
  const double x[]{0.0, 1.0, 3.0}, values[]{2.0, 4.0, 0.0};
  const auto kept = table(x, values), straight = table(x, values, TableEnds::extrapolate);
  const auto plane = table(x, std::vector<double>{0, 1}, std::vector<double>{0, 1, 2, 3, 4, 5}, TableEnds::extrapolate);
  CHECK((kept(0.5) == 3.0 && kept(4.0) == 0.0 && straight(4.0) == -2.0 && plane(0.0, 2.0) == 2.0));
}

TEST_CASE("A table takes numbers in braces", "[table]") {
  const auto line = table({0, 1, 3}, {2.0F, 4.0F, 0.0F}, Linear{}, TableEnds::extrapolate);
  CHECK(line(2.0F) == 2.0F);
  CHECK(line(4.0F) == -2.0F);
  const auto curve = table({0.0, 1.0, 3.0}, {2.0, 4.0, 0.0}, Monotone{});
  CHECK(curve(1.0) == 4.0);
  const auto plane = table({0.0, 1.0}, {0.0, 2.0}, {1.0, 3.0, 5.0, 7.0});
  CHECK(plane(0.5, 1.0) == 4.0);
  const auto longer = table({0.0, 1.0}, {2.0, 4.0}, TableEnds::extrapolate);
  CHECK(longer(2.0) == 6.0);
  const auto wider = table({0.0, 1.0}, {0.0, 2.0}, {1.0, 3.0, 5.0, 7.0}, TableEnds::extrapolate);
  CHECK(wider(2.0, 0.0) == 9.0);
  CHECK_THROWS_AS(table({1.0}, {2.0}), ShapeError);
}

TEST_CASE("A table may be wider than the largest number, if no interval is", "[table]") {
  const std::vector<double> x{-1e308, 0, 1e308}, v{1, 2, 4};
  const auto wide = table(x, v);
  CHECK(wide(-0.5e308) == 1.5);
  CHECK(wide(0.5e308) == 3);
  const auto refused = [](const auto& make, const char* sentence) {
    CHECK_THROWS_MATCHES(make(), Error, MessageMatches(ContainsSubstring(sentence)));
  };
  refused([] { return table(std::vector<double>{-1e308, 1e308}, std::vector<double>{1, 2}); },
          "of its x_points number 1 is 1e+308 beside -1e+308; give them in other units");
  refused([] { return table(std::vector<double>{1, 2}, std::vector<double>{-1e308, 1e308}); },
          "of its values number 1");
  refused([&] { return table(std::vector<double>{1, 2}, x, std::vector<double>{0, 0, -1e308, 0, 0, 1e308}); },
          "of its values number 5 is 1e+308 beside -1e+308");
  refused([&] { return table(std::vector<double>{1, 2}, x, std::vector<double>{-1e308, 1e308, 0, 0, 0, 0}); },
          "of its values number 1 is 1e+308 beside -1e+308");
  refused([] { return table(std::vector<double>{-3e38, 3e38}, std::vector<float>{1, 2}); }, "in single precision");
  refused([&] { return table(x, v, interpolation::Cubic{}); }, "at most 1e150 apart");
  refused([&] { return table(v, x, std::vector<double>(9), interpolation::Cubic{}); }, "at most 1e150 apart");
  const std::vector<double> close{0, 1e-160, 1};
  refused([&] { return table(close, v, interpolation::Monotone{}); }, "at least 1e-150");
  const std::vector<double> near{0, 1e-10, 1}, far{0, 1e300, 0};
  refused([&] { return table(near, far, interpolation::Cubic{}); }, "slopes of a table");
}

TEST_CASE("The view of a table is a value, which a struct that is made without numbers has too", "[table]") {
  const auto curve = table(std::vector<double>{0, 1, 2}, std::vector<double>{3, 4, 6});
  struct Model {
    decltype(curve.view()) at;
  };
  Model model;
  model.at = curve.view();
  CHECK(model.at(1.5) == 5);
}

TEST_CASE("A table can be moved, and an expression knows one that is gone", "[table]") {
  const std::vector<double> x{0, 1, 2}, v{3, 4, 6};
  auto first = table(x, v);
  const auto kept = first.view();
  auto other = std::move(first);
  CHECK(other(1.5) == 5);
  CHECK(kept(1.5) == 5);
  first = table(x, x);
  std::swap(first, other);
  CHECK((first(1.5) == 5 && other(1.5) == 1.5));
#if !defined(NDEBUG)
  CenterField<double> a(ColumnGrid::uniform(3, 0.0, 1.0, 1)), b(a.grid());
  std::optional gone(table(x, v));
  const auto expression = (*gone)(a) + 1.0;
  gone.reset();
  CHECK_THROWS_MATCHES(b = expression, LifetimeError, MessageMatches(ContainsSubstring("a table does not exist")));
#endif
}

namespace {
/// Memory that the host cannot read: what it finds there are NaNs.
struct FarMemory {};
struct FarBackend {
  using space = FarMemory;
  template <class T>
  static ValueBuffer<T> allocate(std::size_t count) {
    auto* const memory = new T[count];
    std::fill(memory, memory + count, std::numeric_limits<T>::quiet_NaN());
    return ValueBuffer<T>(memory, ReleaseMemory{[](void* p, std::size_t, void*) { delete[] static_cast<T*>(p); }});
  }
  template <class T>
  static void copy_from_host(T*, const T*, std::size_t) {}
};
}  // namespace

TEST_CASE("The host asks its copy of a table in another memory", "[table]") {
  const auto x = points<double>(7, false), y = points<double>(4, true);
  const auto of_x = at_points(x, [](double s) { return s * s; });
  std::vector<double> of_both;
  for (const double a : x)
    for (const double b : y) of_both.push_back(a * a - 3.0 * b);
  const auto near = table(x, of_x, Cubic{}, TableEnds::extrapolate);
  const auto both_here = table(x, y, of_both);
  auto made = table<FarBackend>(x, of_x, Cubic{}, TableEnds::extrapolate);
  auto both_made = table<FarBackend>(x, y, of_both);
  const auto there = std::move(made);
  const auto both_there = std::move(both_made);
  for (const double s : {-0.5, 0.0, 0.3, 1.1, 2.0, 2.5}) {
    CHECK(there(s) == near(s));
    CHECK(there.view()(s) == near(s));
    CHECK(both_there(s, 0.7) == both_here(s, 0.7));
    const auto slope = there.view()(Dual<double, double>(s, 1.0)).slope;
    CHECK(slope == near.view()(Dual<double, double>(s, 1.0)).slope);
  }
}
