// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstdint>
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
