// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "support/numbers.hpp"

using namespace stencil;

/// Numbers of several types meet in every function of two arguments, not only in the arithmetic operators.
namespace {

template <class T>
using Leaf = stencil::FieldLeaf<T, Center, layout::LevelsContiguous, HostSpace>;
constexpr Leaf<float> narrow;
constexpr Leaf<double> wide;
constexpr Leaf<std::int32_t> whole;

template <class Expected, class Node>
constexpr bool is(const Node&) {
  return std::is_same_v<typename std::remove_cvref_t<Node>::value_type, Expected>;
}
static_assert(is<double>(min(narrow, wide)) && is<double>(max(wide, narrow)) && is<double>(pow(narrow, wide)));
static_assert(is<double>(where(narrow > 0, wide, narrow)) && is<double>(where(wide > 0, whole, wide)));
static_assert(is<float>(whole * narrow) && is<float>(where(whole == 1, whole, narrow)));

}  // namespace

TEST_CASE("min, max, pow and where take fields of two precisions, and integers", "[expression]") {
  const auto grid = ColumnGrid::uniform(21, 0.0, 1.0, 2);
  CenterField<float> x(grid);
  CenterField<double> y(grid), result(grid);
  CenterField<std::int32_t> count(grid);
  support::scatter(x, 1);
  support::scatter(y, 2);
  for (int level = 0; level < 21; ++level) count(level, 0) = count(level, 1) = level % 3;
  result = min(x, y) + 2 * max(y, x) + where(count == 1, count, y) + count * x;
  for (std::size_t column = 0; column < 2; ++column) {
    for (int level = 0; level < 21; ++level) {
      const double single = x(level, column), value = y(level, column), n = count(level, column);
      const double product = static_cast<float>(n) * x(level, column);
      REQUIRE(result(level, column) ==
              std::min(single, value) + 2 * std::max(single, value) + (n == 1 ? n : value) + product);
    }
  }
}

TEST_CASE("% is the remainder of integers, with the sign of the dividend", "[expression]") {
  const auto grid = ColumnGrid::uniform(21, 0.0, 1.0, 2);
  CenterField<std::int32_t> count(grid), divisor(grid), remainder(grid), inside(grid);
  CenterField<std::uint8_t> small(grid);
  CenterField<std::uint32_t> large(grid), of_large(grid);
  for (int level = 0; level < 21; ++level) {
    for (std::size_t column = 0; column < 2; ++column) {
      count(level, column) = 7 * level - 70, divisor(level, column) = level % 2 == 0 ? level + 1 : -level;
      small(level, column) = static_cast<std::uint8_t>(200 + level);
      large(level, column) = 0xFFFFFFF0U + static_cast<std::uint32_t>(level);
    }
  }
  remainder = count % divisor + 100 * (small % 7);
  of_large = large % 10U;
  inside = columnwise([](auto n) { return results(where(level_index(Center{}) % 3 == 1, n % 4, column_sum(n % 5))); })(
      count);
  for (std::size_t column = 0; column < 2; ++column) {
    int sum = 0;
    for (int level = 0; level < 21; ++level) sum += (7 * level - 70) % 5;
    for (int level = 0; level < 21; ++level) {
      const int n = count(level, column);
      REQUIRE(remainder(level, column) == n % divisor(level, column) + 100 * ((200 + level) % 7));
      REQUIRE(of_large(level, column) == large(level, column) % 10U);
      REQUIRE(inside(level, column) == (level % 3 == 1 ? n % 4 : sum));
    }
  }
}

TEST_CASE("Whole numbers and conditions of them are in vectors what they are one by one", "[expression]") {
  const auto grid = ColumnGrid::uniform(21, 0.0, 1.0, 3);
  CenterField<std::int32_t> i(grid), j(grid), sums(grid), parts(grid);
  CenterField<std::int64_t> large(grid), of_large(grid);
  CenterField<float> x(grid), singles(grid);
  CenterField<double> y(grid), doubles(grid), chosen(grid);
  SurfaceField<std::int32_t> floor(grid);
  support::scatter(x, 1);
  support::scatter(y, 2);
  for (std::size_t column = 0; column < 3; ++column) {
    floor(column) = 5 * static_cast<int>(column);
    for (int level = 0; level < 21; ++level) {
      i(level, column) = 7 * level - 70 + static_cast<int>(column), j(level, column) = level % 5 - 2;
      large(level, column) = (std::int64_t{1} << 40) - level;
    }
  }
  const auto level_here = level_index(Center{});
  sums = -i + abs(j) * 3 + min(i, j) - max(2 * j, i) / (abs(j) + 1) + clamp(i, -5, level_here);
  parts = where(!(i < j) && (j != 0 || i >= 7), i, j) + where(j, 1, 0) + where(i > 2 && y > 0.5, 1, 2);
  of_large = where(i > j, i + large, large - 1);
  singles = i * x + where(i == j, i, x) + j;
  doubles = i / 2 + j * y + sqrt(1.0 * abs(i)) + where(x > 0.5f && i <= 3, i, 0.25);
  chosen = where(level_here >= floor && y < 0.75, y, where(level_here < floor || x > 0.5f, x, i));
  for (std::size_t column = 0; column < 3; ++column) {
    for (int level = 0; level < 21; ++level) {
      const int m = i(level, column), n = j(level, column), low = floor(column);
      const std::int64_t much = large(level, column);
      const float a = x(level, column);
      const double b = y(level, column);
      REQUIRE(sums(level, column) == -m + std::abs(n) * 3 + std::min(m, n) - std::max(2 * n, m) / (std::abs(n) + 1) +
                                         (m < -5      ? -5
                                          : level < m ? level
                                                      : m));
      REQUIRE(parts(level, column) ==
              (!(m < n) && (n != 0 || m >= 7) ? m : n) + (n != 0 ? 1 : 0) + (m > 2 && b > 0.5 ? 1 : 2));
      REQUIRE(of_large(level, column) == (m > n ? m + much : much - 1));
      const float product = static_cast<float>(m) * a, part = m == n ? static_cast<float>(m) : a;
      REQUIRE(singles(level, column) == product + part + static_cast<float>(n));
      const double product_of_doubles = n * b;
      REQUIRE(doubles(level, column) == m / 2 + product_of_doubles + std::sqrt(static_cast<double>(std::abs(m))) +
                                            (a > 0.5F && m <= 3 ? m : 0.25));
      REQUIRE(chosen(level, column) == (level >= low && b < 0.75  ? b
                                        : level < low || a > 0.5F ? static_cast<double>(a)
                                                                  : m));
    }
  }
}
