// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"

using namespace stencil;

namespace {

// Four cells, on paper, at compile time.
using Cells = support::FourCells;
using Centers = Cells::AtCenters;
constexpr double a_values[] = {1, 5, 2, 8};
constexpr double b_values[] = {4, -5, 2, 0.5};
constexpr auto a = support::leaf<Center>(a_values);
constexpr auto b = support::leaf<Center>(b_values);

template <class Node>
constexpr Centers of(const Node& node) {
  return support::values<Cells>(node);
}

static_assert(of(a + b) == Centers{5, 0, 4, 8.5});
static_assert(of(a - b) == Centers{-3, 10, 0, 7.5});
static_assert(of(a * b) == Centers{4, -25, 4, 4});
static_assert(of(a / b) == Centers{0.25, -1, 1, 16});
static_assert(of(-a) == Centers{-1, -5, -2, -8});
static_assert(of(2 * a + 1) == Centers{3, 11, 5, 17});
static_assert(of(1 - a) == Centers{0, -4, -1, -7});
static_assert(of(16 / a) == Centers{16, 3.2, 8, 2});
static_assert(of(min(a, b)) == Centers{1, -5, 2, 0.5});
static_assert(of(max(a, 3)) == Centers{3, 5, 3, 8});
static_assert(of(min(3.0, a)) == Centers{1, 3, 2, 3});
static_assert(of(a < b) == Centers{1, 0, 0, 0} && of(a <= b) == Centers{1, 0, 1, 0});
static_assert(of(a > b) == Centers{0, 1, 0, 1} && of(a >= b) == Centers{0, 1, 1, 1});
static_assert(of(a == b) == Centers{0, 0, 1, 0} && of(a != b) == Centers{1, 1, 0, 1});
static_assert(of(2 < a) == Centers{0, 1, 0, 1} && of(a == 2) == Centers{0, 0, 1, 0});
static_assert(of(!(a > b)) == Centers{1, 0, 1, 0});
static_assert(of(a > 1 && b < 2) == Centers{0, 1, 0, 1} && of(a > 5 || b > 3) == Centers{1, 0, 0, 1});
static_assert(of(where(a > b, a, b)) == Centers{4, 5, 2, 8});
static_assert(of(where(a > b, 1.0, 0)) == Centers{0, 1, 0, 1});
static_assert(of(where(a > b, a, -1)) == Centers{-1, 5, -1, 8});
static_assert(of(heights(Center{})) == Centers{0.5, 2.5, 4.5, 6.5});
static_assert(of(spacing(Center{})) == Centers{1, 3, 1, 3});
static_assert(support::values<Cells>(spacing(Face{})) == Cells::AtFaces{1, 2, 2, 2, 3});

// What an expression is, from what its operands are.
template <class Node>
using ValueOf = typename std::remove_cvref_t<Node>::value_type;
template <class T>
using Leaf = stencil::FieldLeaf<T, Center, layout::LevelsContiguous, HostSpace>;
constexpr Leaf<float> narrow;
constexpr Leaf<double> wide;
constexpr Leaf<int> whole;
constexpr Leaf<bool> truth;
constexpr Leaf<Vec<float, 2>> wind;

template <class Expected, class Node>
constexpr bool is(const Node&) {
  return std::is_same_v<ValueOf<Node>, Expected>;
}
static_assert(is<float>(0.1 * narrow) && is<float>(narrow + 1) && is<float>(1.0 / narrow) && is<float>(narrow - 1L));
static_assert(is<float>(min(narrow, 0.0)) && is<float>(max(1, narrow)) && is<float>(pow(narrow, 2.5)));
static_assert(is<float>(where(narrow > 0.5, narrow, 1.0)) && is<float>(where(truth, 1.0, narrow)));
static_assert(is<float>(sqrt(exp(0.5 * narrow))) && is<double>(narrow * wide) && is<double>(wide * 1.0F));
static_assert(is<bool>(narrow < 0.1) && is<bool>(!(wide == 1) && narrow > 0));
static_assert(is<int>(whole + 1) && is<double>(0.5 * whole));
static_assert(is<Vec<float, 2>>(0.5 * wind) && is<Vec<float, 2>>(narrow * wind) && is<Vec<float, 2>>(wind + wind));
static_assert(is<float>(GradientC2F()(narrow)) && is<float>(0.1 * GradientC2F()(narrow * 0.1)));
static_assert(is<double>(
    UpwindBiasedProductC2F()(stencil::FieldLeaf<double, Face, layout::LevelsContiguous, HostSpace>{}, narrow)));

// Nodes are values that a kernel can take, no larger than their parts.
using Product = decltype(wide * wide);
using Deep = decltype(wide * GradientF2C()(InterpolateC2F()(wide * GradientF2C()(InterpolateC2F()(wide * wide)))));
static_assert(std::is_trivially_copyable_v<Product> && std::is_trivially_copyable_v<Deep>);
static_assert(sizeof(Product) <= 2 * sizeof(Leaf<double>) + 8);
static_assert(sizeof(Deep) <= 4 * sizeof(Leaf<double>) + 4 * 24);

}  // namespace

TEMPLATE_LIST_TEST_CASE("Pointwise expressions agree with plain loops at every size", "[expression][sizes]",
                        support::AllAxes) {
  using Number = typename TestType::number;
  support::require_agreement_everywhere<TestType, Center, Center, Center>(
      support::most_sizes, 0,
      [](const auto& x, const auto& y) {
        const auto chosen = where((x < y && !(x == 0.5)) || x >= 0.75, 2 * min(x, y), max(x, y) / (abs(y) + 1) - x);
        return sqrt(abs(chosen)) + 0.1;
      },
      [](support::Row at, const auto& xs, const auto& ys) {
        const Number x = xs[at.k], y = ys[at.k];
        const bool first = (x < y && !(x == Number(0.5))) || x >= Number(0.75);
        const Number chosen = first ? 2 * std::min(x, y) : std::max(x, y) / (std::abs(y) + 1) - x;
        return std::sqrt(std::abs(chosen)) + Number(0.1);
      });
}

TEST_CASE("A literal takes the precision of the field beside it", "[expression]") {
  const auto grid = ColumnGrid::uniform(20, 0.0, 1.0);
  CenterField<float> x(grid), result(grid);
  support::scatter(x);
  const double dt = 0.1;
  result = dt * x + 0.3;
  for (int level = 0; level < 20; ++level) REQUIRE(result(level, 0) == 0.1F * x(level, 0) + 0.3F);
}

TEST_CASE("Float and double meet in double", "[expression]") {
  const auto grid = ColumnGrid::uniform(37, 0.0, 1.0, 2);
  CenterField<float> x(grid);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> y(grid), result(grid);
  support::scatter(x, 1);
  support::scatter(y, 2);
  result = x * y + InterpolateF2C()(GradientC2F()(x));
  FaceField<double> gradient(grid);
  CenterField<double> in_double(grid);
  in_double = x;
  gradient = GradientC2F()(in_double);
  for (std::size_t column = 0; column < 2; ++column) {
    for (int level = 0; level < 37; ++level) {
      const double product = static_cast<double>(x(level, column)) * y(level, column);
      const double slope = (gradient(level, column) + gradient(level + 1, column)) / 2;
      REQUIRE(std::abs(result(level, column) - (product + slope)) < 1e-4);
    }
  }
}

TEST_CASE("An expression holds its numbers by value and its fields by view", "[expression]") {
  const auto grid = ColumnGrid::uniform(20, 0.0, 1.0);
  CenterField<double> x(grid), result(grid);
  x = 1.0;
  double factor = 2;
  const auto expression = [&] {
    const auto inner = factor * x;
    return GradientF2C()(InterpolateC2F(bottom(SetValue(0.0)))(inner + 1.0)) + inner;
  }();
  factor = 100;
  x = 3.0;
  result = expression;
  REQUIRE(result(10, 0) == 6);
  REQUIRE(result(0, 0) == 7 / 0.05 + 6);
}

TEST_CASE("min and max give the second where a NaN makes them unordered", "[expression]") {
  const auto grid = ColumnGrid::uniform(20, 0.0, 1.0);
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  CenterField<double> x(grid), y(grid), result(grid);
  x = not_a_number;
  y = 2.0;
  result = min(x, y) + max(x, y);
  REQUIRE(result(19, 0) == 4);
  result = min(y, x);
  REQUIRE(std::isnan(result(19, 0)));
}

TEST_CASE("where takes any condition and evaluates to the chosen side alone", "[expression]") {
  const auto grid = ColumnGrid::uniform(19, 0.0, 19.0);
  CenterField<double> x(grid), result(grid);
  CenterField<std::int32_t> kind(grid);
  x.fill([](double z) { return z - 10; });
  kind.fill([](double z) { return static_cast<std::int32_t>(z) % 3; });
  result = where(x > 0, sqrt(x), -1);  // the root of a negative number is a NaN, and unused
  for (int level = 0; level < 19; ++level)
    REQUIRE(result(level, 0) == (level < 10 ? -1 : std::sqrt(static_cast<double>(level) - 9.5)));
  result = where(kind == 1, x, where(kind, 100.0, 200.0));
  for (int level = 0; level < 19; ++level) {
    const double expected[] = {200, x(level, 0), 100};
    REQUIRE(result(level, 0) == expected[level % 3]);
  }
}
