// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Numbers = std::vector<double>;
using Wind = Vec<double, 2>;

namespace {

const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
auto says(const char* text) { return MessageMatches(ContainsSubstring(text)); }
template <class E>
std::string printed(const E& e) {
  std::ostringstream out;
  out << e;
  return out.str();
}

}  // namespace

TEST_CASE("A field is made from the values of one column, which all columns get", "[field]") {
  const CenterField<double> listed(grid, {1.0, 2.0, 3.0}, "listed");
  CHECK(listed.to_host() == Numbers{1, 2, 3, 1, 2, 3});
  CHECK(listed.name() == "listed");
  const Numbers profile{1, 2, 3, 4};
  const FaceField<double, backend::Cpu, layout::ColumnsContiguous> given(grid, profile);
  CHECK(given.to_host() == Numbers{1, 2, 3, 4, 1, 2, 3, 4});
  const CenterField<bool> truths(grid, {true, false, true});
  CHECK(truths.to_host() == std::vector<bool>{true, false, true, true, false, true});
  REQUIRE_THROWS_MATCHES(CenterField<double>(grid, profile, "theta"), ShapeError,
                         says("\"theta\"") && says("3 values of one column") && says("4 were given"));
}

TEST_CASE("A field is no iterator, which the standard library may ask", "[field]") {
  using Values = CenterField<double>;
  static_assert(!std::input_or_output_iterator<Values>);
  static_assert(!std::incrementable<Values>);
  const Values a(ColumnGrid::uniform(2, 0.0, 1.0, 1), {2.0, 3.0});
  std::vector<Values> several(2, a);
  several.assign(3, a);
  CHECK(several[2](1, 0) == 3.0);
}

TEST_CASE("at throws where there is no such level or column", "[field][errors]") {
  CenterField<double> a(grid, {1.0, 2.0, 3.0}, "a");
  const SurfaceField<double> s(grid);
  a.at(2, 1) = 9.0;
  CHECK(a(2, 1) == 9.0);
  CHECK(s.at(1) == 0.0);
  REQUIRE_THROWS_MATCHES(a.at(3, 0), ShapeError, says("level 3") && says("\"a\"") && says("levels 0 to 2"));
  REQUIRE_THROWS_AS(a.at(-1, 0), ShapeError);
  REQUIRE_THROWS_MATCHES(a.at(0, 2), ShapeError, says("column 2") && says("columns 0 to 1"));
  REQUIRE_THROWS_AS(s.at(2), ShapeError);
}

TEST_CASE("A column is a range of its levels, in any layout", "[field]") {
  CenterField<double> a(grid, {1.0, 2.0, 3.0});
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> across(grid, {3.0, 1.0, 2.0});
  for (double& x : a.column(1)) x *= 2;
  CHECK(a.to_host() == Numbers{1, 2, 3, 2, 4, 6});
  const auto column = across.column(1);
  CHECK(column.size() == 3);
  CHECK(column[2] == 2.0);
  CHECK(column.front() == 3.0);
  CHECK(column.back() == 2.0);
  CHECK(std::accumulate(column.begin(), column.end(), 0.0) == 6.0);
  std::sort(column.begin(), column.end());
  CHECK(across.to_host() == Numbers{3, 1, 2, 1, 2, 3});
  static_assert(std::random_access_iterator<decltype(column.begin())>);
  Numbers memory{1, 2, 3, 4, 5, 6};
  const auto upside_down = wrap_center(memory.data() + 2, -1, 3, grid);
  const auto turned = upside_down.column(1);
  CHECK(Numbers(turned.begin(), turned.end()) == Numbers{6, 5, 4});
  REQUIRE_THROWS_MATCHES(a.column(2), ShapeError, says("column 2"));
}

TEST_CASE("Expressions are added to fields, subtracted, multiplied and divided", "[field]") {
  CenterField<double> a(grid, {1.0, 2.0, 3.0});
  const CenterField<double> b(grid, {4.0, 4.0, 2.0});
  a += 2.0 * b;
  CHECK(a.to_host() == Numbers{9, 10, 7, 9, 10, 7});
  (a -= b) *= 2.0;
  CHECK(a.to_host() == Numbers{10, 12, 10, 10, 12, 10});
  a /= b;
  CHECK(a(1, 0) == 3.0);
  Numbers memory{1, 2, 3, 4, 5, 6};
  const auto wrapped = wrap_center(memory, grid);
  wrapped += wrapped;
  CHECK(memory == Numbers{2, 4, 6, 8, 10, 12});
}

TEST_CASE("One level of a field can be written, counted from either end", "[field][parts]") {
  CenterField<double> a(grid, {1.0, 2.0, 3.0}, "a");
  SurfaceField<double> s(grid);
  s.from_host({7, 8});
  at_level(a, 0) = s;
  at_level(a, -1) = 2.0 * s;
  CHECK(a.to_host() == Numbers{7, 2, 14, 8, 2, 16});
  at_level(a, 1) += s + at_level(a, 0);
  CHECK(a.to_host() == Numbers{7, 16, 14, 8, 18, 16});
  at_level(a, 0) = at_level(a, 2);
  CHECK(a(0, 1) == 16.0);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> across(grid);
  at_level(across, 1) = s;
  CHECK(across.to_host() == Numbers{0, 7, 0, 0, 8, 0});
  REQUIRE_THROWS_MATCHES((at_level(a, 3) = s), ShapeError, says("level 3") && says("\"a\""));
  REQUIRE_THROWS_AS((at_level(a, -4) = s), ShapeError);
  CenterField<double> none;
  REQUIRE_THROWS_MATCHES((at_level(none, 0) = s), ShapeError, says("no grid yet"));
}

TEST_CASE("One component of a field of vectors can be written", "[field][parts]") {
  CenterField<Wind> wind(grid);
  const CenterField<double> u(grid, {1.0, 2.0, 3.0});
  component<0>(wind) = u;
  component<1>(wind) = 10.0 * component<0>(wind) - u;
  CHECK(wind(2, 1) == Wind{3, 27});
  component<1>(wind) -= 1.0;
  component<0>(wind) = component<1>(wind);
  CHECK(wind(0, 0) == Wind{8, 8});
  SurfaceField<Wind> surface(grid);
  component<1>(surface) = at_level(u, 2);
  CHECK(surface(1) == Wind{0, 3});
  at_level(wind, 1) = surface;
  CHECK(wind(1, 0) == Wind{0, 3});
  const CenterField<double> speed = norm(wind);
  CHECK(speed(1, 1) == 3.0);
}

TEST_CASE("A field prints itself as a table of values with heights, the highest first", "[field][print]") {
  const CenterField<double> a(grid, {1.0, 2.5, 3.0}, "theta [K]");
  CHECK(printed(a) ==
        "\"theta [K]\" (center field, 3 levels x 2 columns, levels contiguous), min 1, max 3\n"
        "  z [m]  column 0  column 1\n"
        "    2.5         3         3\n"
        "    1.5       2.5       2.5\n"
        "    0.5         1         1\n");
  SurfaceField<double> s(grid);
  s.from_host({4, std::numeric_limits<double>::quiet_NaN()});
  CHECK_THAT(printed(s), ContainsSubstring("min 4, max 4, 1 NaN\n  column 0  column 1\n         4       nan\n"));
  FaceField<Wind> wind(grid);
  wind.fill(Wind{1, 2});
  CHECK_THAT(printed(wind), ContainsSubstring("      3    (1, 2)    (1, 2)\n"));
  CHECK_THAT(printed(CenterField<double>()), ContainsSubstring("has no grid yet"));
  const CenterField<double> large(ColumnGrid::uniform(100, 0.0, 100.0, 50));
  const std::string text = printed(large);
  CHECK(std::count(text.begin(), text.end(), '\n') == 15);
  CHECK_THAT(text, ContainsSubstring("column 0  column 1  ...  column 48  column 49\n"));
  CHECK_THAT(text, ContainsSubstring("\n    ...\n"));
}

TEST_CASE("An expression prints its formula", "[print]") {
  CenterField<double> a(grid, "a"), b(grid, "b");
  CHECK(printed(at_level(2.0 * a, -1)) == "at_level((2 * a), -1)");
  CHECK(printed(column_sort(a, descending)) == "column_sort(a, descending)");
  CHECK(printed(column_sort(a)) == "column_sort(a)");
  CHECK(printed(2.0 * sqrt(a) / b) == "((2 * sqrt(a)) / b)");
  CHECK(printed(DivergenceF2C(no_flux)(GradientC2F()(a))) ==
        "DivergenceF2C(bottom: SetValue, top: SetValue)(GradientC2F()(a))");
}

TEST_CASE("With no_flux diffusion keeps the amount in a column, of vectors too", "[boundary]") {
  const auto heights_only = ColumnGrid::stretched(20, 0.0, 1.0, 0.02);
  CenterField<double> q(heights_only);
  q.fill([](double z) { return z * z; });
  const double before = global_sum(q, spacing(Center{}));
  for (int step = 0; step < 100; ++step) q += 1e-4 * DivergenceF2C(no_flux)(GradientC2F()(q));
  CHECK(std::abs(global_sum(q, spacing(Center{})) - before) < 1e-14);
  CHECK(q(0, 0) > 0.001);
  FaceField<Wind> flux(grid);
  CenterField<Wind> change(grid);
  flux.fill(Wind{1, 2});
  change = DivergenceF2C(no_flux)(flux);
  CHECK(change.to_host() == std::vector<Wind>{{1, 2}, {0, 0}, {-1, -2}, {1, 2}, {0, 0}, {-1, -2}});
}

TEST_CASE("explain warns of ends where a closure decides what a column gains or loses", "[explain]") {
  CenterField<double> a(grid), b(grid);
  const auto warnings = [&](const auto& e) { return explain(b, e).warnings; };
  const auto open = warnings(DivergenceF2C()(GradientC2F()(a)));
  REQUIRE(open.size() == 1);
  CHECK_THAT(open[0], ContainsSubstring("no condition is given at the bottom and the top to GradientC2F"));
  const auto half_open = warnings(DivergenceF2C(bottom(SetValue(0.0)))(GradientC2F()(a)));
  REQUIRE(half_open.size() == 1);
  CHECK_THAT(half_open[0], ContainsSubstring("at the top to GradientC2F"));
  CHECK(warnings(DivergenceF2C(no_flux)(GradientC2F()(a))).empty());
  CHECK(warnings(2.0 * a).empty());
  CHECK_THAT(explain(b, DivergenceF2C()(GradientC2F()(a))).text(), ContainsSubstring("\n  warning     no condition"));
  const auto ring = ColumnGrid::periodic(4, 0.0, 1.0);
  CenterField<double> x(ring), y(ring);
  CHECK(explain(y, DivergenceF2C()(GradientC2F()(x))).warnings.empty());
}

TEST_CASE("courant and diffusion_number are the largest of all columns", "[stability]") {
  const std::vector<double> z{0, 1, 3, 7, 0, 2, 4, 6};
  const auto uneven = ColumnGrid::from_faces_per_column(z, 2);  // cells of 1, 2 and 4 m, and of 2, 2 and 2 m
  CenterField<double> w(uneven);
  w.from_host({0.25, -1, 1, 0.5, 0.5, -1.5});
  CHECK(courant(w, 0.5) == 0.375);
  CHECK(diffusion_number(abs(w), 0.5) == 0.1875);
  FaceField<float> k(uneven);
  k.fill([](double height) { return height == 1 ? 9 : 0; });
  CHECK(diffusion_number(k, 0.25) == 1.0);  // 1.5 m between the centers above and below
}

TEST_CASE("Equal names share a text that lasts, in whatever order they come", "[field]") {
  CHECK(lasting_name("") == nullptr);
  std::vector<const char*> texts;
  for (int i = 0; i < 50; ++i) texts.push_back(lasting_name("name " + std::to_string(i * 37 % 50)));
  for (int i = 0; i < 50; ++i) {
    const std::string name = "name " + std::to_string(i * 37 % 50);
    REQUIRE(texts[static_cast<std::size_t>(i)] == name);
    REQUIRE(lasting_name(name) == texts[static_cast<std::size_t>(i)]);
  }
}

// Who asks whether a field is a range gets an answer, and no compile-time error of loops.
static_assert(!std::ranges::range<CenterField<double>&> && !std::ranges::range<const CenterField<double>&>);
static_assert(!std::is_constructible_v<std::span<const double>, const SurfaceField<double>&>);
