// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/numbers.hpp"

using namespace stencil;

namespace {

struct Saturation {
  double at_zero;
  STENCIL_FUNCTION double operator()(double temperature) const {
    return at_zero * std::exp(17.3 * temperature / (temperature + 237.0));
  }
};

enum class Phase : std::uint8_t { ice, water };

const auto grid = ColumnGrid::uniform(21, -10.0, 11.0, 3);

}  // namespace

TEMPLATE_LIST_TEST_CASE("A lambda of the user's is a point function at every size", "[pointwise][sizes]",
                        support::AllAxes) {
  support::require_agreement_everywhere<TestType, Center, Center, Center>(
      support::most_sizes, 0,
      [](const auto& x, const auto& y) {
        return pointwise([] STENCIL_FUNCTION(auto first, auto second) { return first > second ? first : -second; })(x,
                                                                                                                    y);
      },
      [](support::Row at, const auto& x, const auto& y) { return x[at.k] > y[at.k] ? x[at.k] : -y[at.k]; });
}

TEST_CASE("A functor of the user's carries its state", "[pointwise]") {
  CenterField<double> temperature(grid), pressure(grid);
  temperature.fill([](double z) { return z; });
  const auto saturation = pointwise(Saturation{611.0});
  pressure = 2.0 * saturation(temperature + 1.0);
  for (int level = 0; level < 21; ++level)
    REQUIRE(pressure(level, 2) == 2.0 * Saturation{611.0}(temperature(level, 2) + 1.0));
  double offset = 5;
  const auto shifted = pointwise([offset](double x) { return x + offset; });
  offset = 7;
  pressure = shifted(temperature);
  REQUIRE(pressure(0, 0) == temperature(0, 0) + 5);
}

TEST_CASE("A user's function may take five arguments of several types, and numbers", "[pointwise]") {
  CenterField<double> x(grid), result(grid);
  CenterField<float> y(grid);
  CenterField<std::int32_t> count(grid);
  CenterField<bool> wet(grid);
  support::scatter(x, 1);
  support::scatter(y, 2);
  for (std::size_t column = 0; column < 3; ++column) {
    for (int level = 0; level < 21; ++level) {
      count(level, column) = level % 4;
      wet(level, column) = level % 3 == 0;
    }
  }
  const auto mix = [](double a, float b, std::int32_t c, bool d, double e) { return d ? a * c : b + e; };
  result = pointwise(mix)(x, y, count, wet, 0.25);
  for (std::size_t column = 0; column < 3; ++column) {
    for (int level = 0; level < 21; ++level) {
      REQUIRE(result(level, column) ==
              mix(x(level, column), y(level, column), count(level, column), wet(level, column), 0.25));
    }
  }
}

TEST_CASE("A user's function may return truths, integers, enumerations and vectors", "[pointwise]") {
  CenterField<double> x(grid);
  x.fill([](double z) { return z; });
  CenterField<bool> positive(grid);
  positive = pointwise([](double value) { return value > 0; })(x);
  CenterField<std::int64_t, backend::Cpu, layout::ColumnsContiguous> rounded(grid);
  rounded = pointwise([](double value) { return static_cast<std::int64_t>(std::llround(value)); })(2.0 * x);
  CenterField<Phase> phase(grid);
  phase = pointwise([](double value) { return value < 0 ? Phase::ice : Phase::water; })(x);
  CenterField<Vec<double, 2>> pair(grid);
  pair = pointwise([](double value) { return Vec<double, 2>{value, -value}; })(x);
  for (int level = 0; level < 21; ++level) {
    const double value = x(level, 1);
    REQUIRE(positive(level, 1) == (value > 0));
    REQUIRE(rounded(level, 1) == std::llround(2 * value));
    REQUIRE((phase(level, 1) == Phase::ice) == (value < 0));
    REQUIRE(pair(level, 1) == Vec<double, 2>{value, -value});
  }
}

TEMPLATE_TEST_CASE("Functions are called with values of the fields alone, and integers divided by them",
                   "[pointwise][sizes]", layout::LevelsContiguous, layout::ColumnsContiguous) {
  const auto checked = pointwise([](double x) {
    if (!(x > 0.5 && x < 2.5)) throw std::domain_error("no such value");
    return 1 / x;
  });
  for (const int levels : {1, 3, 7, 16, 33}) {
    for (const std::size_t columns : {1U, 2U, 5U, 9U, 16U, 67U}) {
      const auto sizes = ColumnGrid::uniform(levels, 1.0, 2.0, columns);
      CenterField<double, backend::Cpu, TestType> x(sizes), result(sizes);
      CenterField<std::int32_t, backend::Cpu, TestType> twelve(sizes), four(sizes), quotient(sizes);
      SurfaceField<double> s(sizes), inverse(sizes);
      x.fill([](double z) { return z; });
      s.fill(2.0);
      twelve.fill(12);
      four.fill(4);
      CAPTURE(levels, columns);
      REQUIRE_NOTHROW(result = 2.0 * checked(x));
      REQUIRE_NOTHROW(result = InterpolateF2C()(checked(InterpolateC2F()(x))));
      REQUIRE_NOTHROW(inverse = checked(s));
      quotient = twelve / four;
      REQUIRE(quotient.to_host() == std::vector<std::int32_t>(quotient.to_host().size(), 3));
    }
  }
}

TEST_CASE("A user's function may stand below and above an operator", "[pointwise]") {
  CenterField<double> x(grid), result(grid), reference(grid);
  support::scatter(x);
  const auto square = pointwise([](double value) { return value * value; });
  result = square(DivergenceF2C()(square(GradientC2F()(square(x)))));
  reference = x * x;
  FaceField<double> gradient(grid);
  gradient = GradientC2F()(reference);
  gradient = gradient * gradient;
  reference = DivergenceF2C()(gradient);
  reference = reference * reference;
  REQUIRE(result.to_host() == reference.to_host());
}

TEST_CASE("Vec expressions go component by component", "[pointwise][vec]") {
  using Wind = Vec<float, 3>;
  CenterField<Wind> wind(grid), result(grid);
  CenterField<float> weight(grid);
  support::scatter(weight);
  wind.fill([](double z, std::size_t column) { return Wind{static_cast<float>(z), static_cast<float>(column), 1}; });
  result = 0.5 * (weight * wind + wind) - wind / 4.0 + max(wind, Wind{0, 0, 0}) + where(weight > 0, wind, -wind);
  for (std::size_t column = 0; column < 3; ++column) {
    for (int level = 0; level < 21; ++level) {
      for (std::size_t i = 0; i < 3; ++i) {
        const float value = wind(level, column)[i], factor = weight(level, column);
        const float expected =
            0.5F * (factor * value + value) - value / 4 + std::max(value, 0.0F) + (factor > 0 ? value : -value);
        REQUIRE(result(level, column)[i] == expected);
      }
    }
  }
}

namespace {
struct Wind : Vec<double, 2> {};
}  // namespace

TEST_CASE("A type derived from Vec has its compound assignment", "[pointwise][vec]") {
  Wind wind{{1.5, 2.0}};
  Wind& same = (wind += Vec{0.5, 0.5}) *= 2.0;
  CHECK(&same == &wind);
  wind -= wind / 4.0;
  wind /= Vec{0.5, 1.25};
  CHECK(wind.component[0] == 6.0);
  CHECK(wind.component[1] == 3.0);
}

TEST_CASE("A user's function reads a component of a Vec", "[pointwise][vec]") {
  CenterField<Vec<double, 2>> wind(grid);
  wind.fill([](double z) { return Vec<double, 2>{3 * z, 4 * z}; });
  CenterField<double> speed(grid);
  speed = pointwise([](const Vec<double, 2>& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1]); })(wind);
  for (int level = 0; level < 21; ++level)
    REQUIRE(std::abs(speed(level, 0) - 5 * std::abs(grid.z_centers()[static_cast<std::size_t>(level)])) < 1e-12);
}
