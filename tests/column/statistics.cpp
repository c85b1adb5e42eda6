// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/agreement.hpp"
#include "support/column_operations.hpp"
#include "support/sorted_columns.hpp"

using namespace stencil;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
using Counts = std::vector<std::uint64_t>;

/// The bin of a value by looking at all edges; bins, bins + 1, bins + 2 for below, above and NaN.
std::size_t bin_of(double x, const std::vector<double>& edges) {
  const std::size_t bins = edges.size() - 1;
  if (std::isnan(x)) return bins + 2;
  if (x < edges.front()) return bins;
  if (x > edges.back()) return bins + 1;
  for (std::size_t i = 0; i + 1 < bins; ++i) {
    if (x >= edges[i] && x < edges[i + 1]) return i;
  }
  return bins - 1;
}

}  // namespace

TEST_CASE("A histogram of nine values, by hand", "[column]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 3);
  CenterField<double> a(grid), weights(grid);
  a.from_host({0, 1, 2, 3, 3.5, not_a_number, -inf, -0.0, 0.5});
  weights.from_host({1, 2, 4, 8, 16, 32, 64, 128, 256});
  const Histogram h = histogram(a, std::vector<double>{0, 1, 3}, weights);
  REQUIRE(h.counts == Counts{3, 3});  // an edge belongs to the bin above it, the last one to the bin below
  REQUIRE(h.sums == std::vector<double>{1 + 128 + 256, 2 + 4 + 8});
  REQUIRE((h.below == 1 && h.above == 1 && h.nan == 1));
  const JointHistogram j = joint_histogram(a, std::vector<double>{0, 1, 3}, weights, std::vector<double>{0, 4, 200});
  REQUIRE(j.counts == Counts{1, 1, 1, 2});
  REQUIRE((j.outside == 3 && j.nan == 1));
  const JointHistogram turned =
      joint_histogram(weights, std::vector<double>{0, 4, 200}, a, std::vector<double>{0, 1, 3});
  REQUIRE(turned.counts == Counts{1, 1, 1, 2});
  REQUIRE((turned.outside == 3 && turned.nan == 1));
}

TEMPLATE_LIST_TEST_CASE("Histograms agree with counting one by one, weights with whole numbers exactly", "[column]",
                        support::OtherAxis) {
  for (const auto& [levels, columns] : {std::pair<int, std::size_t>{1, 1}, {35, 33}, {1000, 3}, {3, 1000}}) {
    const auto grid = support::quadratic_grid(levels, columns);
    typename TestType::centers a(grid), b(grid);
    typename TestType::surface per_column(grid);
    std::vector<typename TestType::number> values(static_cast<std::size_t>(levels) * columns);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = support::awkward<typename TestType::number>(i);
    a.from_host(values);
    support::scatter(b, 2);
    per_column.fill([](std::size_t c) { return static_cast<double>(c % 11) - 5; });
    std::vector<double> edges{-15, -7, -1, 0, 1e-3, 3, 12.5}, other{-0.5, 0, 0.25, inf};
    for (int i = 0; i < (levels == 35 ? 2000 : 1); ++i) edges.push_back(13 + 1e-3 * i);
    const auto doubled = 0.5 * a + 0.5 * a;  // no field, and the same values
    const Histogram h = histogram(doubled, edges, per_column);
    const JointHistogram j = joint_histogram(a, other, 2.0 * b - b, other, b);
    Counts counts(edges.size() + 2), joint(other.size() * other.size() * 4);
    std::vector<double> sums(counts.size());
    std::vector<long double> joint_sums(joint.size());
    for (std::size_t c = 0; c < columns; ++c) {
      for (int k = 0; k < levels; ++k) {
        const auto bin = bin_of(a(k, c), edges);
        ++counts[bin];
        sums[bin] += per_column(c);
        const auto x = bin_of(a(k, c), other), y = bin_of(b(k, c), other);
        const std::size_t slot = x < 3 && y < 3 ? 3 * x + y : x == 5 || y == 5 ? 10 : 9;
        ++joint[slot];
        joint_sums[slot] += static_cast<long double>(b(k, c));
      }
    }
    CAPTURE(levels, columns);
    const auto bins = static_cast<std::ptrdiff_t>(edges.size()) - 1;
    REQUIRE(h.counts == Counts(counts.begin(), counts.begin() + bins));
    REQUIRE(h.sums == std::vector<double>(sums.begin(), sums.begin() + bins));
    REQUIRE(
        (h.below == counts[edges.size() - 1] && h.above == counts[edges.size()] && h.nan == counts[edges.size() + 1]));
    REQUIRE(j.counts == Counts(joint.begin(), joint.begin() + 9));
    REQUIRE((j.outside == joint[9] && j.nan == joint[10]));
    for (std::size_t i = 0; i < 9; ++i) REQUIRE(std::abs(j.sums[i] - joint_sums[i]) < 1e-15L * (1 + joint[i]));
  }
}

TEST_CASE("Sums of weights are exact where a plain sum is not, and in any order", "[column]") {
  const auto grid = ColumnGrid::uniform(1000, 0.0, 1.0, 64);
  CenterField<double> w(grid), turned(grid);
  SurfaceField<double> ones(grid);
  ones.fill(1.0);
  // Large and small ones that cancel: each column sums to about one.
  w.fill([](double z, std::size_t) { return z < 0.5 ? 1e12 + 1e-3 : -1e12 + 1e-3; });
  turned.fill([](double z, std::size_t) { return z > 0.5 ? 1e12 + 1e-3 : -1e12 + 1e-3; });
  const std::vector<double> edges{0, 2};
  const double up = (1e12 + 1e-3) - 1e12, down = (-1e12 + 1e-3) + 1e12;
  const double sum = histogram(0 * w + ones, edges, w).sums[0];
  REQUIRE(up != 0);
  REQUIRE(sum == 32000 * (up + down));
  REQUIRE(histogram(0 * w + ones, edges, turned).sums[0] == sum);
  w(3, 3) = inf;
  REQUIRE(std::isnan(histogram(turned * 0, std::vector<double>{-1, 1}, w).sums[0]));
}

TEST_CASE("Sums of weights hold those of long columns, and weights that are very small", "[column]") {
  const std::vector<double> edges{-1, 1};
  CenterField<double> x(ColumnGrid::uniform(10000, 0.0, 1.0, 2));
  REQUIRE(histogram(0.0 * x, edges, 1.0 + 0.0 * x).sums[0] == 20000);
  REQUIRE(histogram(0.0 * x, edges, 0x1p-1000 + 0.0 * x).sums[0] == 20000 * 0x1p-1000);
  REQUIRE(histogram(0.0 * x, edges, 0x1p-1070 + 0.0 * x).sums[0] == 20000 * 0x1p-1070);
  x.fill([](double z) { return z < 0.5 ? 0x1p-1074 : 3 * 0x1p-1074; });
  REQUIRE(histogram(x, edges, x).sums[0] == 40000 * 0x1p-1074);
}

TEST_CASE("Edges that are none are refused", "[column]") {
  const CenterField<double> a(ColumnGrid::uniform(3, 0.0, 1.0));
  const auto refused = [&](const std::vector<double>& edges, const char* says) {
    REQUIRE_THROWS_MATCHES(histogram(a, edges), ShapeError,
                           Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring(says)));
    REQUIRE_THROWS_AS(joint_histogram(a, std::vector<double>{0, 1}, a, edges), ShapeError);
  };
  refused({}, "at least 2 edges, but 0");
  refused({1}, "at least 2 edges, but 1");
  refused({0, 1, 1}, "edge 1 is 1");
  refused({0, 2, 1}, "edge 1 is 2 and edge 2 is 1");
  refused({0, not_a_number}, "edges ascend");
  const CenterField<double> elsewhere(ColumnGrid::uniform(4, 0.0, 1.0));
  REQUIRE_THROWS_AS(histogram(a, std::vector<double>{0, 1}, elsewhere), GridError);
  std::vector<double> many(50000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i);
  REQUIRE_THROWS_MATCHES(joint_histogram(a, many, a, many), ShapeError,
                         Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring("49999 times 49999 bins")));
}

TEST_CASE("Every face of a ring is counted once", "[column]") {
  FaceField<double> f(ColumnGrid::periodic(5, 0.0, 1.0, 2));
  REQUIRE(histogram(f, std::vector<double>{-1, 1}).counts == Counts{10});
  // The bottom face is the top one, whatever the memory of the top one has.
  f.fill([](double z, std::size_t c) { return z + static_cast<double>(c); });
  f(0, 0) = 3.0;
  f(0, 1) = 5.0;
  REQUIRE(f(5, 0) != 3.0);
  for (const auto& of_faces : {level_mean(f), level_quantile(f, 0.5)})
    REQUIRE((of_faces.front() == 4.0 && of_faces.back() == 4.0));
  REQUIRE(level_variance(f).back() == 1.0);
}

TEMPLATE_LIST_TEST_CASE("Means, variances and quantiles of levels agree with long double and with a sort", "[column]",
                        support::OneAxis) {
  for (const std::size_t columns : {1U, 2U, 33U, 1000U}) {
    const auto grid = support::quadratic_grid(5, columns);
    typename TestType::centers a(grid);
    support::scatter(a);
    const auto shifted = 1000.0 + 0.5 * a;  // a variance that is small beside the mean
    typename TestType::centers values(grid);
    values = shifted;
    const auto mean = level_mean(shifted), variance = level_variance(values);
    const std::vector<double> q{0, 0.1, 0.5, 0.99, 1};
    const auto quantiles = level_quantile(shifted, q);
    REQUIRE(quantiles[2] == level_quantile(values, 0.5));
    for (std::size_t k = 0; k < 5; ++k) {
      std::vector<double> level;
      for (std::size_t c = 0; c < columns; ++c) level.push_back(values(static_cast<int>(k), c));
      long double sum = 0, squares = 0;
      for (const double x : level) sum += x;
      const auto n = static_cast<long double>(columns);
      for (const double x : level) squares += (x - sum / n) * (x - sum / n);
      CAPTURE(columns, k);
      REQUIRE(std::abs(mean[k] - sum / n) <= 1e-15L * 1000);
      REQUIRE(std::abs(variance[k] - squares / n) <= 1e-13L * squares / n);
      std::sort(level.begin(), level.end());
      for (std::size_t i = 0; i < q.size(); ++i) {
        const double at = q[i] * (static_cast<double>(columns) - 1);
        const auto below = static_cast<std::size_t>(at);
        const double high = level[std::min(below + 1, columns - 1)];
        REQUIRE(quantiles[i][k] == level[below] + (at - std::floor(at)) * (high - level[below]));
      }
    }
  }
}

TEST_CASE("Means and variances of levels do not depend on the order of columns", "[column]") {
  const std::size_t columns = 40000;  // more groups than come to the host
  const auto grid = ColumnGrid::uniform(2, 0.0, 1.0, columns);
  CenterField<double> a(grid), turned(grid);
  for (std::size_t c = 0; c < columns; ++c) {
    for (const int k : {0, 1})
      a(k, c) = turned(k, columns - 1 - c) = std::ldexp(support::scattered(c), k + static_cast<int>(c % 7));
  }
  REQUIRE(level_mean(a)[0] * 2 == level_mean(a)[1]);
  for (const double bad : {not_a_number, inf}) {
    REQUIRE(level_mean(a) == level_mean(turned));
    REQUIRE(level_variance(a) == level_variance(turned));
    a(1, 7) = turned(1, columns - 8) = bad;
    REQUIRE_FALSE(std::isfinite(level_mean(a)[1]));
    a(1, 7) = turned(1, columns - 8) = 0;
  }
  a = 0 * turned + 0.1;
  REQUIRE(level_variance(a) == std::vector<double>{0, 0});
}

TEST_CASE("Levels by hand; a NaN spoils its level alone, infinities do not spoil quantiles", "[column]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 4);
  CenterField<double> a(grid);
  a.from_host({1, 5, -inf, 2, not_a_number, -inf, 3, 5, 0, 6, 5, inf});
  const auto mean = level_mean(a), variance = level_variance(a), median = level_quantile(a, 0.5);
  REQUIRE((mean[0] == 3 && variance[0] == 3.5 && median[0] == 2.5));
  REQUIRE((std::isnan(mean[1]) && std::isnan(median[1])));
  REQUIRE(median[2] == -inf);
  REQUIRE(level_quantile(a, 0.0)[2] == -inf);
  REQUIRE(level_quantile(a, 1.0)[2] == inf);
  REQUIRE(level_quantile(a, 2.0 / 3)[2] == 0);  // that number itself, though an infinity is next to it
  REQUIRE_FALSE(std::signbit(level_quantile(-0.0 * abs(a), 0.5)[0]));
  REQUIRE_THROWS_AS(level_quantile(a, 1.5), ShapeError);
  REQUIRE_THROWS_AS(level_quantile(a, not_a_number), ShapeError);
}

TEST_CASE("The mean of a level is a number where the sum of its values is none", "[column]") {
  const auto grid = ColumnGrid::uniform(2, 0.0, 1.0, 5);
  CenterField<double> a(grid);
  const double most = std::ldexp(1.0, 1023), infinity = std::numeric_limits<double>::infinity();
  a.fill([&](double z, std::size_t column) { return z < 0.5 ? -most : column < 4 ? 1e308 : 0.5e308; });
  CHECK(level_mean(a) == std::vector<double>{-most, 0.9e308});
  a.fill(1e308);
  CHECK(level_variance(a) == std::vector<double>{0, 0});
  a(1, 3) = infinity;
  CHECK(level_mean(a) == std::vector<double>{1e308, infinity});
}

TEST_CASE("The variance of a level is a number wherever float64 has it, though squares of deviations overflow",
          "[column]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto variance_of = [&](std::size_t columns, const auto& value) {
    CenterField<double> a(ColumnGrid::uniform(2, 0.0, 1.0, columns));
    a.fill([&](double z, std::size_t column) { return z > 0.5 ? value(column) : column % 2 ? 3.0 : 0.0; });
    const auto variance = level_variance(a);
    CHECK(variance[0] == 2.25);
    return variance[1];
  };
  const double single = std::ldexp(1.0, 513), many = std::ldexp(1.5, 511), all = std::ldexp(1.0, 1023);
  // One square overflows; none, but their sum; those of the rounding of the mean; and the variance itself.
  CHECK(variance_of(64, [&](std::size_t column) { return column == 7 ? single : 0; }) == std::ldexp(63.0, 1026 - 12));
  CHECK(variance_of(64, [&](std::size_t column) { return column % 2 ? many : -many; }) == many * many);
  CHECK(variance_of(62, [&](std::size_t) { return 0.1e300; }) == 0);
  CHECK(variance_of(64, [&](std::size_t column) { return column % 2 ? 1e200 : 0; }) == infinity);
  CHECK(variance_of(64, [&](std::size_t column) { return column % 2 ? all : -all; }) == infinity);
  CHECK(std::isnan(variance_of(64, [&](std::size_t column) { return column == 7 ? infinity : 0; })));
}

TEST_CASE("Edges and probabilities may be in braces", "[column][statistics]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 3);
  CenterField<double> x(grid);
  x.fill([](double z, std::size_t column) { return z + static_cast<double>(column); });
  const std::vector<double> edges{0.0, 2.0, 6.0}, share{0.25, 0.5};
  CHECK(histogram(x, {0.0, 2.0, 6.0}).counts == histogram(x, edges).counts);
  CHECK(histogram(x, {0.0, 2.0, 6.0}, x).sums == histogram(x, edges, x).sums);
  const auto joint = joint_histogram(x, edges, 2.0 * x, edges, x);
  CHECK(joint_histogram(x, {0.0, 2.0, 6.0}, 2.0 * x, {0.0, 2.0, 6.0}).counts == joint.counts);
  CHECK(joint_histogram(x, edges, 2.0 * x, {0.0, 2.0, 6.0}, x).sums == joint.sums);
  CHECK(level_quantile(x, {0.25, 0.5}) == level_quantile(x, share));
}

TEST_CASE("The weight of a histogram may be a condition, which counts as one where it holds", "[column][statistics]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 3);
  CenterField<double> x(grid), counts_as(grid);
  x.fill([](double z, std::size_t column) { return z + static_cast<double>(column); });
  counts_as = where(x > 1.0, 1.0, 0.0 * x);
  const auto by_condition = histogram(x, {0.0, 2.0, 6.0}, x > 1.0);
  CHECK(by_condition.sums == histogram(x, {0.0, 2.0, 6.0}, counts_as).sums);
  CHECK(by_condition.sums[1] == static_cast<double>(by_condition.counts[1]));
}
