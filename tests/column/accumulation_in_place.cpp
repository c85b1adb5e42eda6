// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/column_operations.hpp"
#include "support/in_place.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

namespace {

struct Decay {
  template <class T>
  STENCIL_FUNCTION T operator()(T state, T value) const {
    return state / 2 + value;
  }
};

/// `f = accumulation(f)` must give what it gives from a copy of f.
template <class Field, class Accumulation>
void require_as_from_a_copy(const Accumulation& accumulation) {
  for (const int levels : {1, 3, 64, 300}) {
    const auto grid = support::quadratic_grid(levels, 19);
    Field f(grid), expected(grid);
    support::scatter(f);
    const Field copy(f);
    expected = accumulation(copy);
    f = accumulation(f);
    CAPTURE(levels);
    REQUIRE_THAT(levels_of(f), are(expected.to_host()));
    const bool changed = f.to_host() != copy.to_host();
    REQUIRE(changed);
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("The destination of an accumulation may stand in its expression", "[column][aliasing]",
                        support::OtherAxis) {
  require_as_from_a_copy<typename TestType::faces>([](const auto& f) {
    return cumulative_integral(f.grid().columns() * InterpolateF2C()(f) + DivergenceF2C()(f), top(at_level(f, -1)));
  });
  require_as_from_a_copy<typename TestType::centers>([](const auto& a) {
    return column_accumulate(sequential(Decay{}), 0.0, as_is, from_bottom,
                             InterpolateF2C()(RightBiasedC2F(top(SetValue(0.0)))(a)) - a);
  });
}

TEST_CASE("The destination of an accumulation may overlap an operand in another order", "[column][aliasing]") {
  const auto grid = support::quadratic_grid(7, 4);
  CenterField<double> a(grid), expected(grid);
  support::scatter(a);
  const CenterField<double> copy(a);
  const auto reversed = [&](const CenterField<double>& x) { return wrap_center(x.data() + 6, -1, 7, grid); };
  expected = column_accumulate(functions::Add{}, 0.0, as_is, from_bottom, reversed(copy));
  a = column_accumulate(functions::Add{}, 0.0, as_is, from_bottom, reversed(a));
  REQUIRE_THAT(levels_of(a), are(expected.to_host()));
}

TEMPLATE_LIST_TEST_CASE("A mask keeps values from an accumulation", "[column][mask]", support::OneAxis) {
  for (const std::size_t columns : {std::size_t{5}, std::size_t{33}}) {
    const auto grid = support::quadratic_grid(20, columns);
    typename TestType::centers a(grid);
    typename TestType::faces f(grid), all(grid);
    typename TestType::surface land(grid);
    support::scatter(a);
    support::scatter(f, 2);
    land.fill([](std::size_t column) { return column % 3 == 0 ? 1 : 0; });
    const auto before = f.to_host();
    const typename TestType::faces old(f);
    all = cumulative_integral(a, bottom(0.0));

    assign(f, cumulative_integral(a, bottom(0.0)), policy().where(land));
    auto expected = before;
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (i / 21 % 3 == 0) expected[i] = all.to_host()[i];
    REQUIRE_THAT(levels_of(f), are(expected));

    // The mask reads the destination at neighbouring rows: as it was before.
    f = old;
    const auto growth = [](const auto& x) { return InterpolateC2F()(exp(InterpolateF2C()(x))); };
    assign(f, cumulative_integral(a, bottom(0.0)), policy().where(growth(f) > 1));
    const typename TestType::faces where_written(where(growth(old) > 1, all, old));
    REQUIRE_THAT(levels_of(f), are(where_written.to_host()));
  }
}

TEST_CASE("On several processors an accumulation gives the same", "[column]") {
  const auto grid = support::quadratic_grid(65, 3001);
  CenterField<double> a(grid);
  FaceField<double> by_one(grid), four(grid);
  support::scatter(a);
  {
    const support::Threads running(1);
    by_one = cumulative_integral(a, bottom(0.0));
  }
  const support::Threads running(4);
  four = cumulative_integral(a, bottom(0.0));
  REQUIRE_THAT(levels_of(four), are(by_one.to_host()));
}

TEST_CASE("An accumulation on a ring is refused before anything is written", "[column][errors]") {
  const auto grid = ColumnGrid::periodic(4, 0.0, 1.0);
  CenterField<double> a(grid);
  FaceField<double> f(grid);
  f.fill(7.0);
  a.fill(1.0);
  REQUIRE_THROWS_MATCHES(f = cumulative_integral(a, bottom(0.0)), GridError,
                         Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring(
                             "cumulative_integral begins at an end of the column, and a ring has none")));
  REQUIRE(f(0, 0) == 7);
}

TEST_CASE("explain shows an accumulation", "[column][explain]") {
  const auto grid = support::quadratic_grid(4, 2);
  const CenterField<double> a(grid, "a");
  const FaceField<double> f(grid, "f");
  const Explanation e = explain(f, cumulative_integral(2 * a, bottom(0.5)));
  REQUIRE(e.formula == "f = cumulative_integral(((2 * a) * spacing(center)), from 0.5 at the bottom)");
  REQUIRE(e.mapping.strategy == "along columns");
  REQUIRE(e.bytes_per_column == (4 + 5) * sizeof(double));
  REQUIRE(explain(f, cumulative_integral(a, top(0.5))).formula ==
          "f = cumulative_integral((a * spacing(center)), from 0.5 at the top)");
}
