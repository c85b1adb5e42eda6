// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "support/axes.hpp"
#include "support/levels.hpp"

using namespace stencil;

namespace {

/// Holds a function of a field to the standard library's at evenly spread arguments. libmvec promises 4 ulp.
template <class Axis, class Function, class Standard>
void require_function(double low, double high, const Function& function, const Standard& standard,
                      std::uint64_t ulps = 4) {
  using Number = typename Axis::number;
  const auto grid = ColumnGrid::uniform(97, low, high, 5);
  typename Axis::centers x(grid);
  x.fill([](double z, std::size_t column) { return z + 0.001 * static_cast<double>(column); });
  std::vector<Number> expected;
  for (const Number value : x.to_host())
    expected.push_back(static_cast<Number>(standard(static_cast<long double>(value))));
  REQUIRE_THAT(support::levels_of(support::evaluated<typename Axis::centers>(grid, function(x))),
               support::are(expected, ulps));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("exp, log, sin, cos, tanh and sqrt are accurate to a few ulp", "[expression][functions]",
                        support::TwoAxes) {
  require_function<TestType>(-20, 20, [](const auto& x) { return exp(x); }, [](long double x) { return std::exp(x); });
  require_function<TestType>(
      0.001, 50, [](const auto& x) { return log(x); }, [](long double x) { return std::log(x); });
  require_function<TestType>(-3, 3, [](const auto& x) { return sin(x); }, [](long double x) { return std::sin(x); });
  require_function<TestType>(
      -1.5, 1.5, [](const auto& x) { return cos(x); }, [](long double x) { return std::cos(x); });
  require_function<TestType>(-3, 3, [](const auto& x) { return tanh(x); }, [](long double x) { return std::tanh(x); });
  require_function<TestType>(
      0, 10, [](const auto& x) { return sqrt(x); }, [](long double x) { return std::sqrt(x); }, 0);
}

TEMPLATE_LIST_TEST_CASE("pow takes fields and numbers on either side", "[expression][functions]", support::TwoAxes) {
  require_function<TestType>(
      0.1, 9, [](const auto& x) { return pow(x, 1.5); }, [](long double x) { return std::pow(x, 1.5L); });
  require_function<TestType>(
      -4, 4, [](const auto& x) { return pow(2.0, x); }, [](long double x) { return std::pow(2.0L, x); });
  require_function<TestType>(
      0.1, 3, [](const auto& x) { return pow(x, x); }, [](long double x) { return std::pow(x, x); });
}

TEMPLATE_LIST_TEST_CASE("Whole powers up to the fourth are products of vectors", "[expression][functions]",
                        support::TwoAxes) {
  using Number = typename TestType::number;
  const auto grid = ColumnGrid::uniform(97, -3, 5, 16);
  typename TestType::centers x(grid), power(grid);
  x.fill([](double z, std::size_t column) { return z + 0.001 * static_cast<double>(column); });
  const auto of = [&](const auto& node) {
    return support::levels_of(support::evaluated<typename TestType::centers>(grid, node));
  };
  REQUIRE_THAT(of(pow(x, 1)), support::are(x.to_host()));
  REQUIRE_THAT(of(pow(x, 2)), support::are(of(x * x)));
  REQUIRE_THAT(of(pow(x, 3)), support::are(of(x * x * x)));
  REQUIRE_THAT(of(pow(x, 4)), support::are(of((x * x) * (x * x))));
  REQUIRE_THAT(of(pow(x, 0)), support::are(std::vector<Number>(x.to_host().size(), 1)));

  // Powers that differ within a vector, of which some are whole.
  power = 2.0;
  for (int level = 0; level < 97; ++level) power(level, 3) = power(level, 11) = Number(-1);
  for (std::size_t column = 0; column < 16; ++column) power(5, column) = Number(3);
  std::vector<Number> expected;
  const auto xs = x.to_host(), powers = power.to_host();
  for (std::size_t i = 0; i < xs.size(); ++i) expected.push_back(std::pow(xs[i], powers[i]));
  REQUIRE_THAT(of(pow(x, power)), support::are(expected, 4));
}

TEMPLATE_LIST_TEST_CASE("Functions of infinities and NaN are those of the standard library", "[expression][functions]",
                        support::TwoAxes) {
  using Number = typename TestType::number;
  constexpr Number infinity = std::numeric_limits<Number>::infinity();
  constexpr Number not_a_number = std::numeric_limits<Number>::quiet_NaN();
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0);
  typename TestType::centers x(grid);
  x.from_host({infinity, -infinity, not_a_number, Number(0)});
  using Centers = typename TestType::centers;
  const auto of = [&](const auto& expression) {
    return support::levels_of(support::evaluated<Centers>(grid, expression));
  };
  REQUIRE_THAT(of(exp(x)), support::are(std::vector<Number>{infinity, 0, not_a_number, 1}));
  REQUIRE_THAT(of(log(x)), support::are(std::vector<Number>{infinity, not_a_number, not_a_number, -infinity}));
  REQUIRE_THAT(of(tanh(x)), support::are(std::vector<Number>{1, -1, not_a_number, 0}));
  REQUIRE_THAT(of(abs(x)), support::are(std::vector<Number>{infinity, infinity, not_a_number, 0}));
}

TEMPLATE_LIST_TEST_CASE("exp and pow of what vanishes, in some lanes of a vector or in all", "[expression][functions]",
                        support::TwoAxes) {
  using Number = typename TestType::number;
  using Centers = typename TestType::centers;
  constexpr bool wide = sizeof(Number) == 8;
  constexpr Number infinity = std::numeric_limits<Number>::infinity();
  constexpr Number not_a_number = std::numeric_limits<Number>::quiet_NaN();
  const int levels = 40, columns = 32;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  Centers x(grid), y(grid);
  const auto of = [&](const auto& expression) {
    return support::levels_of(support::evaluated<Centers>(grid, expression));
  };
  // Rows of one argument, and rows in which arguments differ from column to column and from level to level.
  const auto fill = [&](Centers& to, const std::vector<Number>& of_turns, std::vector<Number>& values) {
    values.clear();
    for (int c = 0; c < columns; ++c) {
      for (int k = 0; k < levels; ++k) {
        const int turn = k < levels / 2 ? 0 : c + k;
        values.push_back(of_turns[static_cast<std::size_t>(turn) % of_turns.size()]);
      }
    }
    to.from_host(values);
  };
  std::vector<Number> xs, ys, expected;
  fill(x,
       wide ? std::vector<Number>{-750, 1, -746, -744, -730, -700, infinity, -infinity, not_a_number, 0}
            : std::vector<Number>{-110, 1, -104, -103, -90, -80, infinity, -infinity, not_a_number, 0},
       xs);
  for (const Number value : xs) expected.push_back(std::exp(value));
  REQUIRE_THAT(of(exp(x)), support::are(expected, 4));

  const Number zero = 0;
  fill(x, {zero, 2, zero, zero, -zero, -zero, zero, 1, zero, zero, not_a_number}, xs);
  fill(y, {Number(0.5), -1, Number(0.3), -1, 3, -1, zero, zero, infinity, not_a_number, 2}, ys);
  expected.clear();
  for (std::size_t i = 0; i < xs.size(); ++i) expected.push_back(std::pow(xs[i], ys[i]));
  REQUIRE_THAT(of(pow(x, y)), support::are(expected, 4));
}
