// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "support/strided_view.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);

}  // namespace

TEST_CASE("A range of another size is refused with both sizes", "[wrap][errors]") {
  std::vector<double> memory(7);
  REQUIRE_THROWS_MATCHES(wrap_center(memory, grid), ShapeError,
                         MessageMatches(ContainsSubstring("needs 6 values") && ContainsSubstring("has 7")));
  REQUIRE_THROWS_MATCHES(wrap_face(std::span<double>(memory), grid), ShapeError,
                         MessageMatches(ContainsSubstring("needs 8 values")));
  REQUIRE_THROWS_MATCHES(wrap_surface(memory, grid), ShapeError, MessageMatches(ContainsSubstring("needs 2 values")));
}

TEST_CASE("A view of another shape is refused and says which extent is wrong", "[wrap][errors]") {
  std::vector<double> memory(20);
  using View = support::StridedView<double>;
  REQUIRE_THROWS_MATCHES(wrap_center(View(memory.data(), {3, 3}, {3, 1}), grid), ShapeError,
                         MessageMatches(ContainsSubstring("2 columns") && ContainsSubstring("has 3")));
  REQUIRE_THROWS_MATCHES(wrap_center(View(memory.data(), {2, 4}, {4, 1}), grid), ShapeError,
                         MessageMatches(ContainsSubstring("3 levels") && ContainsSubstring("has 4")));
  REQUIRE_NOTHROW(wrap_face(View(memory.data(), {2, 4}, {4, 1}), grid));
}

TEST_CASE("A null pointer is refused with the name", "[wrap][errors]") {
  double* nothing = nullptr;
  REQUIRE_THROWS_MATCHES(wrap_center(nothing, grid, "theta"), ShapeError,
                         MessageMatches(ContainsSubstring("\"theta\"") && ContainsSubstring("null pointer")));
  REQUIRE_THROWS_AS(wrap_face(nothing, grid), ShapeError);
  REQUIRE_THROWS_AS(wrap_surface(nothing, grid), ShapeError);
  REQUIRE_THROWS_AS(wrap_center(nothing, 1, 3, grid), ShapeError);
}

TEST_CASE("A misaligned pointer is refused", "[wrap][errors]") {
  std::vector<double> memory(8);
  auto* odd = reinterpret_cast<double*>(reinterpret_cast<std::byte*>(memory.data()) + 4);
  REQUIRE_THROWS_MATCHES(wrap_center(odd, grid, "q"), ShapeError,
                         MessageMatches(ContainsSubstring("\"q\"") && ContainsSubstring("misaligned")));
}

TEST_CASE("A null view is refused", "[wrap][errors]") {
  REQUIRE_THROWS_AS(wrap_center(support::StridedView<double>(nullptr, {2, 3}, {3, 1}), grid), ShapeError);
}

TEST_CASE("Strides that lead out of memory are refused", "[wrap][errors]") {
  double value = 0;
  constexpr std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max();
  constexpr std::ptrdiff_t least = std::numeric_limits<std::ptrdiff_t>::min();
  for (const std::ptrdiff_t stride : {most, most / 2, most / 8, least, least / 16 - 1}) {
    CAPTURE(stride);
    REQUIRE_THROWS_MATCHES(wrap_center(&value, stride, 1, grid, "q"), ShapeError,
                           MessageMatches(ContainsSubstring("\"q\"") && ContainsSubstring("lead out of memory")));
    REQUIRE_THROWS_AS(wrap_face(&value, 1, stride, grid), ShapeError);
    REQUIRE_THROWS_AS(wrap_surface(&value, stride, grid), ShapeError);
  }
  REQUIRE_NOTHROW(wrap_center(&value, 0, 0, grid));
}

TEST_CASE("A destination with several values in one place is refused, and read as it is", "[wrap][errors]") {
  std::vector<double> memory(30, 1.0);
  CenterField<double> a(grid);
  SurfaceField<double> s(grid);
  a = 2.0;
  const auto refused = [](const auto& write) {
    REQUIRE_THROWS_MATCHES(write(), ShapeError,
                           MessageMatches(ContainsSubstring("\"w\"") && ContainsSubstring("in one place")));
  };
  for (const auto& [level, column] : {std::pair(1, 0), {0, 1}, {0, 0}, {1, 2}, {2, 2}, {1, -1}, {-2, 4}}) {
    CAPTURE(level, column);
    const auto w = wrap_center(memory.data() + 10, level, column, grid, "w");
    refused([&] { w = a; });
    refused([&] { assign(w, running_mean(a, 2.0)); });
    refused([&] { evaluate(into(s, column_sum(a)), into(w, a)); });
    refused([&] { fields(w, s) = columnwise([](auto x) { return results(2.0 * x, column_sum(x)); })(a); });
    refused([&] { w.fill([](double z) { return z; }); });
    refused([&] { w.from_host(std::vector<double>(6)); });
    a = 2.0 * w;
    REQUIRE(a(2, 1) == 2.0);
  }
  refused([&] { wrap_surface(memory.data(), 0, grid, "w") = s; });
  REQUIRE(memory == std::vector<double>(30, 1.0));
  // Each of these values has a place, though columns lie in each other's gaps, or there is one column or one level.
  for (const auto& [level, column] : {std::pair(3, 2), {2, 1}, {2, 3}, {4, 6}, {-3, 2}, {1, 3}}) {
    CAPTURE(level, column);
    const auto w = wrap_center(memory.data() + 10, level, column, grid);
    a.fill([](double z, std::size_t c) { return z + 10.0 * static_cast<double>(c); });
    w = 1.0 * a;
    REQUIRE(w.to_host() == a.to_host());
  }
  const auto one_column = ColumnGrid::uniform(3, 0.0, 3.0), one_level = ColumnGrid::uniform(1, 0.0, 3.0, 3);
  REQUIRE_NOTHROW(wrap_center(memory.data(), 1, 0, one_column) = 3.0);
  REQUIRE_NOTHROW(wrap_center(memory.data(), 0, 1, one_level) = 3.0);
}
