// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/column_operations.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("Global sums and norms are exact to the last places of float64", "[column][global]",
                        support::ColumnAxes) {
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

TEST_CASE("Global reductions take surface fields, NaN and infinities", "[column][global]") {
  SurfaceField<double> s(support::quadratic_grid(3, 6));
  s.fill([](std::size_t column) { return static_cast<double>(column); });
  CHECK(global_sum(s) == 15);
  CHECK(global_norm(s) == std::sqrt(55.0));
  s(2) = std::numeric_limits<double>::infinity();
  CHECK(std::isinf(global_sum(s)));
  s(5) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(global_sum(s)));
  CHECK(std::isnan(global_max(s)));
  CHECK(std::isnan(global_min(s)));
}
