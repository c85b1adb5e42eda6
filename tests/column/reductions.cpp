// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/column_operations.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

TEMPLATE_LIST_TEST_CASE("Sum, minimum and maximum of an expression agree with long double", "[column]",
                        support::OneAxis) {
  using T = typename TestType::number;
  support::each_column_shape([](int levels, std::size_t columns) {
    const auto grid = support::grid_per_column(levels, columns);
    typename TestType::centers a(grid);
    typename TestType::faces slopes(grid);
    typename TestType::surface sum(grid), least(grid), most(grid);
    support::scatter(a);
    const auto slope = GradientC2F(top(SetGradient(0.5)))(a);
    slopes = slope;
    evaluate(into(sum, column_sum(slope)), into(least, column_min(slope)), into(most, column_max(2 * a)));
    CAPTURE(levels, columns);
    for (std::size_t column = 0; column < columns; ++column) {
      long double exact = 0, sizes = 0;
      T low = slopes(0, column), high = a(0, column);
      for (int k = 0; k <= levels; ++k) {
        exact += static_cast<long double>(slopes(k, column));
        sizes += std::abs(static_cast<long double>(slopes(k, column)));
        low = std::min(low, slopes(k, column));
        if (k < levels) high = std::max(high, a(k, column));
      }
      const bool close = std::abs(sum(column) - exact) <= 4 * std::numeric_limits<T>::epsilon() * sizes;
      if (!close || least(column) != low || most(column) != 2 * high) {
        CAPTURE(column, sum(column), exact, least(column), low, most(column), high);
        FAIL("a column is off");
      }
    }
  });
}

TEMPLATE_LIST_TEST_CASE("A reduction is the last value of the accumulation, bit by bit", "[column]",
                        support::OtherAxis) {
  support::each_column_shape([](int levels, std::size_t columns) {
    const auto grid = support::quadratic_grid(levels, columns);
    typename TestType::centers a(grid), sums(grid);
    typename TestType::surface sum(grid), last(grid);
    SurfaceField<float> product(grid);
    support::scatter(a);
    sums = column_accumulate(functions::Add{}, 0.5, as_is, from_top, a);
    sum = column_reduce(functions::Add{}, 0.5, as_is, from_top, a);
    last = at_level(sums, 0);
    CAPTURE(levels, columns);
    REQUIRE_THAT(levels_of(sum), are(last.to_host()));
    last = column_reduce(associative(functions::Add{}), 0.5, as_is, from_top, a);
    REQUIRE_THAT(levels_of(last), are(sum.to_host()));
    // One that does not commute, and is exact.
    product = column_reduce(associative(support::MatrixProduct{}, support::MatrixOf{}), support::identity_matrix,
                            support::MatrixEntries{}, from_top, a);
    support::Matrix m = support::identity_matrix;
    for (int k = levels - 1; k >= 0; --k) m = support::MatrixProduct{}(m, support::MatrixOf{}(a(k, columns - 1)));
    REQUIRE(product(columns - 1) == support::MatrixEntries{}(m));
  });
}

TEST_CASE("A NaN anywhere shows in the minimum and the maximum", "[column]") {
  const auto grid = support::quadratic_grid(40, 40);
  CenterField<double> a(grid);
  support::scatter(a);
  for (int k = 0; k < 40; ++k) a(k, static_cast<std::size_t>(k)) = std::numeric_limits<double>::quiet_NaN();
  const SurfaceField<double> least(column_min(a)), most(column_max(a));
  for (std::size_t column = 0; column < 40; ++column) {
    REQUIRE(std::isnan(least(column)));
    REQUIRE(std::isnan(most(column)));
  }
}

TEST_CASE("The first level where a condition holds, its height and a value there", "[column]") {
  using TestType = support::Other;
  for (const int levels : {1, 4, 33, 200}) {
    const auto grid = support::grid_per_column(levels, 37);
    typename TestType::centers a(grid);
    typename TestType::faces f(grid);
    SurfaceField<int> base(grid), ceiling(grid), how_often(grid);
    SurfaceField<double> height(grid);
    typename TestType::surface value(grid), given(grid), other(grid);
    support::scatter(a, 1);
    support::scatter(f, 2);
    support::scatter(other, 3);
    base = first_level_where(a > 0.9);
    ceiling = first_level_where(f > 0.9, from_top);
    how_often = column_sum(a > 0.9);
    height = first_height_where(f > 0.9, from_top, -1.0);
    value = first_value_where(a > 0.9, InterpolateF2C()(f), 5);
    given = first_value_where(a > 0.9, InterpolateF2C()(f), from_bottom, 2.0 * other);
    for (std::size_t column = 0; column < 37; ++column) {
      int low = no_level, high = no_level, count = 0;
      for (int k = levels - 1; k >= 0; --k)
        if (a(k, column) > 0.9) low = k, ++count;
      for (int k = 0; k <= levels; ++k)
        if (f(k, column) > 0.9) high = k;
      CAPTURE(levels, column);
      REQUIRE(base(column) == low);
      REQUIRE(ceiling(column) == high);
      REQUIRE(how_often(column) == count);
      REQUIRE(height(column) == (high == no_level ? -1 : grid.z_faces(column)[static_cast<std::size_t>(high)]));
      REQUIRE(value(column) == (low == no_level ? 5 : (f(low, column) + f(low + 1, column)) / 2));
      REQUIRE(given(column) == (low == no_level ? 2 * other(column) : value(column)));
    }
  }
}

TEST_CASE("Where a condition holds nowhere there is no level, and the height is a NaN", "[column]") {
  const CenterField<double> zero(support::quadratic_grid(9, 2));
  const SurfaceField<int> level(first_level_where(zero > 0));
  const SurfaceField<double> height(first_height_where(zero > 0));
  REQUIRE(level(1) == no_level);
  REQUIRE(std::isnan(height(1)));
}

TEST_CASE("On a ring every face counts once", "[column]") {
  const auto grid = ColumnGrid::periodic(5, 0.0, 1.0, 2);
  FaceField<double> f(grid);
  f = 1.0 + 0.0 * heights(Face{});
  const SurfaceField<double> sum(column_sum(f));
  REQUIRE(sum(1) == 5);
}

TEST_CASE("A reduction takes its place in an expression that reads and masks its destination", "[column]") {
  const auto grid = support::quadratic_grid(12, 9);
  CenterField<double> a(grid);
  SurfaceField<double> s(grid), plain(grid), land(grid);
  support::scatter(a);
  support::scatter(s, 2);
  support::scatter(land, 3);
  const SurfaceField<double> old(s);
  plain = column_sum(a);
  assign(s, s + 2 * column_sum(a) / column_sum(heights(Center{})), policy().where(land > 0));
  const SurfaceField<double> depth(0 * plain + column_sum(heights(Center{})));
  for (std::size_t column = 0; column < 9; ++column)
    REQUIRE(s(column) == (land(column) > 0 ? old(column) + 2 * plain(column) / depth(column) : old(column)));
}

TEST_CASE("A search of a field ends where all columns beside each other have found something", "[column]") {
  constexpr int levels = 1000, found_at = 10;
  for (const std::size_t columns : {std::size_t{1}, std::size_t{3}}) {
    const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0 * levels, columns);
    CenterField<double> a(grid);
    a.fill([](double z) { return z; });
    int calls = 0;
    const auto counted = pointwise([&calls](double z) { return ++calls, z > found_at; });
    const SurfaceField<int> from_below(first_level_where(counted(a)));
    const SurfaceField<double> value(first_value_where(counted(a), 2 * a, 0.0));
    const SurfaceField<int> from_above(first_level_where(counted(1.0 * levels - a), from_top));
    CAPTURE(columns, calls);
    REQUIRE(from_below(columns - 1) == found_at);
    REQUIRE(value(columns - 1) == 2 * (found_at + 0.5));
    REQUIRE(from_above(columns - 1) == levels - 1 - found_at);
    REQUIRE(calls < levels);
  }
}
