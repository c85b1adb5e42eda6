// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/column/integral.hpp>
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/expression/at_level.hpp>
#include <stencil/matrix.hpp>

#include <catch2/catch_test_macros.hpp>

#include <vector>

using namespace stencil;

TEST_CASE("Derivatives along a direction go through a level and a sum", "[mutations]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0);
  CenterField<double> a(grid), ones(grid), other(grid);
  SurfaceField<double> slope(grid);
  a.fill(3.0);
  ones.fill(1.0);
  slope = jvp(at_level(a, 0), wrt(a), ones);
  CHECK(slope(0) == 1);
  slope = jvp(column_sum(a * a), wrt(a), ones);
  CHECK(slope(0) == 24);
  CHECK_THROWS_AS(jvp(at_level(a, 0), wrt(other), ones), Error);
}

TEST_CASE("Newton's method judges each column by its own values", "[mutations]") {
  const detail::newton_method::Excess<double> excess{functions::AllowedChange<double>(1e-10)};
  const double first = excess(1, 1e-5, 1e-2, 1e6, 1e6), second = excess(1, 1e-9, 1e-5, 1e-6, 1e-6);
  CHECK(first == 0);
  CHECK(second > 0);
  CHECK(detail::newton_method::furthest({{1e-5, 0, 0}, {1e-9, 1, 0}}, {first, second}).column == 1);
}
