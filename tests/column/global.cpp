// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/column_operations.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("Global sums and norms are exact to the last places of float64", "[column][global]",
                        support::OtherAxis) {
  for (const auto& grid :
       {support::grid_per_column(33, 31), support::quadratic_grid(1, 9000), support::quadratic_grid(1000, 2)}) {
    typename TestType::faces f(grid);
    typename TestType::surface area(grid);
    support::scatter(f, 1);
    area.fill([](std::size_t column) { return 1 + 0.25 * static_cast<double>(column % 5); });
    f = f + 3;
    long double sum = 0, weighted = 0, squares = 0;
    auto least = f(0, 0), most = f(0, 0);
    for (std::size_t column = 0; column < f.columns(); ++column) {
      for (int k = 0; k < f.levels(); ++k) {
        const long double x = f(k, column);
        sum += x;
        weighted += x * static_cast<long double>(area(column));
        squares += x * x * static_cast<long double>(area(column));
        least = std::min(least, f(k, column));
        most = std::max(most, f(k, column));
      }
    }
    using Catch::Matchers::WithinRel;
    CAPTURE(grid.levels(), grid.columns());
    CHECK_THAT(global_sum(f), WithinRel(static_cast<double>(sum), 4e-16));
    CHECK_THAT(global_sum(f, area), WithinRel(static_cast<double>(weighted), 4e-16));
    CHECK_THAT(global_norm(f, area), WithinRel(std::sqrt(static_cast<double>(squares)), 4e-16));
    CHECK(global_min(f) == least);
    CHECK(global_max(2 * f) == 2 * most);
    CHECK(global_sum(f > -100) == static_cast<double>(f.columns()) * f.levels());
  }
}

TEST_CASE("A global sum keeps what is small beside what is large", "[column][global]") {
  const auto grid = support::quadratic_grid(100, 70);
  CenterField<double> a(grid);
  a.fill(1e-3);
  for (std::size_t column = 0; column < 70; ++column) {
    a(3, column) = 1e16;
    a(70, column) = -1e16;
  }
  CHECK_THAT(global_sum(a), Catch::Matchers::WithinRel(70 * 98 * 1e-3, 1e-12));
}

TEST_CASE("A global sum has the same bits on any number of processors and in both layouts", "[column][global]") {
  const auto grid = support::quadratic_grid(65, 5000);
  CenterField<double> a(grid);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> b(grid);
  support::scatter(a);
  b = a;
  const auto sum = [](const auto& x, int processors) {
    const support::Threads running(processors);
    return global_sum(x * x);
  };
  const double expected = sum(a, 1);
  CHECK(sum(a, 4) == expected);
  CHECK(sum(b, 1) == expected);
  CHECK(sum(b, 3) == expected);
}

TEST_CASE("A reproducible sum is exact in any order and rounded once, to even", "[column][global]") {
  const auto sum = [](std::initializer_list<double> summands) {
    ReproducibleSum forward, backward;
    for (const double x : summands) forward.add(x);
    for (auto x = summands.end(); x != summands.begin();) backward.add(*--x);
    REQUIRE(std::signbit(forward.value()) == std::signbit(backward.value()));
    REQUIRE((forward.value() == backward.value() || (std::isnan(forward.value()) && std::isnan(backward.value()))));
    return forward.value();
  };
  constexpr double largest = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  constexpr double inf = std::numeric_limits<double>::infinity();
  CHECK(sum({largest, largest, least, -largest, -largest}) == least);
  CHECK(sum({largest, -least, -3 * least}) == largest);
  CHECK(sum({-largest, -largest}) == -inf);
  CHECK(sum({largest, 0x1p969, 0x1.8p968}) == largest);  // below the middle between the largest and 2^1024
  CHECK(sum({largest, 0x1p970}) == inf);                 // the middle
  CHECK(sum({1, 0x1p-53}) == 1);
  CHECK(sum({1, 0x1p-53, least}) == 1 + 0x1p-52);
  CHECK(sum({1, 0x1p-53, 0x1p-70}) == 1 + 0x1p-52);
  CHECK(sum({1 + 0x1p-52, 0x1p-53}) == 1 + 0x1p-51);
  CHECK(sum({-1, -0x1p-53, -least}) == -1 - 0x1p-52);
  CHECK(sum({0x1p-1022, -least}) == 0x1p-1022 - least);
  CHECK(sum({0x1p31, 0x1p32, -1, 0x1p-20}) == 6442450943 + 0x1p-20);
  CHECK_FALSE(std::signbit(sum({-0.0, -0.0})));
  CHECK(sum({inf, -largest, 1}) == inf);
  CHECK(std::isnan(sum({inf, 1, -inf})));
  CHECK(std::isnan(sum({1, std::numeric_limits<double>::quiet_NaN(), inf})));
}

TEST_CASE("Numbers added at once or through a window give the words of numbers added one by one", "[column][global]") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::uint64_t chance = 1;
  const auto next = [&] { return chance = chance * 6364136223846793005U + 1442695040888963407U; };
  for (int trial = 0; trial < 3000; ++trial) {
    // Numbers of one size or of all sizes, up to the largest and down to the smallest, with few digits or many.
    const int count = 1 + static_cast<int>(next() >> 33U) % (trial % 10 == 0 ? detail::summing::at_once : 40);
    const bool add_up = trial % 20 == 10;  // many of one size and one sign
    const int sizes = add_up ? 1 : trial % 3 == 0 ? 2046 : 1 + trial % 150;
    const int largest = trial % 5 == 0 && !add_up ? 2046 : static_cast<int>(next() >> 33U) % 2047;
    std::vector<double> x(static_cast<std::size_t>(count));
    for (double& number : x) {
      const int exponent = std::max(0, largest - static_cast<int>(next() >> 33U) % sizes);
      const std::uint64_t digits = next() & (trial % 7 == 0 ? 0x800ff00000000000U : 0x800fffffffffffffU);
      number = std::bit_cast<double>(digits | static_cast<std::uint64_t>(exponent) << 52U);
    }
    if (add_up) {
      // The first number opens a window; the others, of all digits, lie at its top or far down in it.
      const int place = std::clamp(largest + 8 - static_cast<int>(next() >> 33U) % 100, 0, 2046);
      std::fill(x.begin() + 1, x.end(),
                std::bit_cast<double>(static_cast<std::uint64_t>(place) << 52U | 0xfffffffffffffU));
    }
    if (trial % 97 == 0) x.back() = trial % 2 == 0 ? -inf : std::numeric_limits<double>::quiet_NaN();
    ReproducibleSum one_by_one, at_once, in_window;
    in_window.add(-3e7);  // what is in the memory beside a window before a number goes there does not count
    detail::summing::Window window;
    for (int again = 0; again < 3; ++again) {
      for (const double number : x) one_by_one.add(number);
      for (const double number : x) window.add(number, &in_window);
      std::vector<double> overwritten = x;
      detail::summing::add_exactly(overwritten.data(), count, at_once);
    }
    if (!window.has_rest()) in_window = ReproducibleSum{};
    for (int p = 0; p < detail::summing::Window::parts; ++p) in_window.add(window.part(p));
    for (ReproducibleSum* sum : {&one_by_one, &at_once, &in_window}) sum->settle();
    REQUIRE(std::ranges::equal(one_by_one.data(), at_once.data()));
    REQUIRE(std::ranges::equal(one_by_one.data(), in_window.data()));
  }
}

TEST_CASE("A global sum over columns is exact, few of them or many", "[column][global]") {
  for (const std::size_t columns : {5U, 4096U, 4097U, 40000U}) {
    SurfaceField<double> s(support::quadratic_grid(2, columns));
    s.fill(0x1p-60);
    s(1) = 1.7e308;
    s(columns / 2) = 1.7e308;
    s(columns - 1) = -1.7e308;
    s(columns - 2) = -1.7e308;
    CAPTURE(columns);
    CHECK(global_sum(s) == static_cast<double>(columns - 4) * 0x1p-60);
    CHECK_FALSE(std::signbit(global_min(-0.0 * abs(s))));
  }
}

TEST_CASE("A weight says of which grid a global sum of spacings is", "[column][global]") {
  const auto grid = ColumnGrid::stretched(5, 0.0, 10.0, 0.5, 3);
  CenterField<double> x(grid);
  x.fill([](double z) { return 1 + z; });
  CHECK(global_sum(spacing(Center{}), x) == global_sum(x, spacing(Center{})));
  CHECK(global_norm(heights(Center{}), x) > 0);
}

TEST_CASE("Global reductions take surface fields, NaN and infinities", "[column][global]") {
  SurfaceField<double> s(support::quadratic_grid(3, 6));
  s.fill([](std::size_t column) { return static_cast<double>(column); });
  CHECK(global_sum(s) == 15);
  CHECK(global_norm(s) == std::sqrt(55.0));
  s(2) = std::numeric_limits<double>::infinity();
  CHECK(std::isinf(global_sum(s)));
  CHECK(std::isinf(global_sum(s + heights(Center{}))));  // of a sum that is infinite there is no rounding error
  s(5) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(global_sum(s)));
  CHECK(std::isnan(global_max(s)));
  CHECK(std::isnan(global_min(s)));
}
