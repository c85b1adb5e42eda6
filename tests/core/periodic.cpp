// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("Face N of a ring repeats face 0, and is never read", "[periodic]", support::AllAxes) {
  using Number = typename TestType::number;
  for (const int levels : {1, 2, 15, 16, 17, 64, 100}) {
    const auto grid = ColumnGrid::periodic(levels, 0.0, 2.0, 35);
    typename TestType::faces f(grid), result(grid);
    typename TestType::centers cells(grid);
    support::scatter(f);
    for (std::size_t column = 0; column < 35; ++column) f(levels, column) = std::numeric_limits<Number>::quiet_NaN();
    result = 2 * f;
    cells = DivergenceF2C()(f * f);
    CAPTURE(levels);
    for (std::size_t column = 0; column < 35; ++column) {
      REQUIRE(result(levels, column) == 2 * f(0, column));
      REQUIRE(result(levels, column) == result(0, column));
      for (int level = 0; level < levels; ++level) {
        const Number below = f(level, column), above = f((level + 1) % levels, column);
        const Number rise = above * above - below * below;
        REQUIRE(std::abs(cells(level, column) * Number(2) / Number(levels) - rise) <=
                16 * std::numeric_limits<Number>::epsilon() * (above * above + below * below));
      }
    }
  }
}

namespace periodic_test {

/// Reads no row beyond face N, but the height there is not that of face 0.
struct Lever : Operator<Lever> {
  using arguments = Locations<Center>;
  using result = Face;
  using closure = Extrapolate;
  static constexpr const char* name = "Lever";
  template <class X, class G>
  STENCIL_FUNCTION constexpr auto interior(X x, G g) const {
    return g.z() * x(-half);
  }
  template <class X, class G, int Row>
  STENCIL_FUNCTION constexpr auto at_end(Extrapolate, X x, G g, End<Side::bottom, Row>) const {
    return g.z() * x(half);
  }
};

struct PullUp {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(Lever{}(x)); }
};

}  // namespace periodic_test

TEMPLATE_LIST_TEST_CASE("An operator of heights has the same value at face N of a ring as at face 0", "[periodic]",
                        support::OneAxis) {
  for (const int levels : {1, 2, 17, 64}) {
    const auto grid = ColumnGrid::periodic(levels, 1.0, 2.0, 9);
    typename TestType::centers x(grid);
    typename TestType::faces f(grid), by_function(grid);
    x = 3;
    f = periodic_test::Lever{}(x);
    by_function = columnwise(periodic_test::PullUp{})(x);
    for (std::size_t column = 0; column < 9; ++column) {
      REQUIRE(f(0, column) == 3);
      REQUIRE(f(levels, column) == 3);
      REQUIRE(by_function(levels, column) == 3);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("A ring has no ends: conditions are not consulted", "[periodic]", support::OtherAxis) {
  for (const int levels : {1, 2, 17, 64}) {
    const auto grid = ColumnGrid::periodic(levels, 0.0, 2.0, 5);
    typename TestType::centers x(grid), with_conditions(grid), without(grid);
    support::scatter(x);
    without = DivergenceF2C()(GradientC2F()(x));
    with_conditions = DivergenceF2C(
        bottom(SetValue(1.0)), top(SetDivergence(2.0)))(GradientC2F(bottom(SetGradient(3.0)), top(SetValue(4.0)))(x));
    REQUIRE_THAT(support::levels_of(with_conditions), support::are(without.to_host()));
  }
}

TEMPLATE_LIST_TEST_CASE("Rolling the cells of a ring rolls the result", "[periodic]", support::OneAxis) {
  const int levels = 45, shift = 11;
  const auto grid = ColumnGrid::periodic(levels, 0.0, 3.0, 3);
  typename TestType::centers x(grid), rolled(grid);
  support::scatter(x);
  for (std::size_t column = 0; column < 3; ++column)
    for (int level = 0; level < levels; ++level) rolled((level + shift) % levels, column) = x(level, column);
  typename TestType::centers of_x(grid), of_rolled(grid);
  const auto nested = [](const auto& y) {
    return DivergenceF2C()(InterpolateC2F()(y) * GradientC2F()(GradientF2C()(LeftBiasedC2F()(y * y))));
  };
  of_x = nested(x);
  of_rolled = nested(rolled);
  for (std::size_t column = 0; column < 3; ++column)
    for (int level = 0; level < levels; ++level)
      REQUIRE(of_rolled((level + shift) % levels, column) == of_x(level, column));
}

TEST_CASE("The top face of a ring is its bottom face where it is written, too", "[periodic]") {
  const auto grid = ColumnGrid::periodic(4, 0.0, 1.0, 2);
  FaceField<double> f(grid);
  SurfaceField<double> s(grid), t(grid);
  f = 1.0, s = 7.0;
  at_level(f, -1) = s;
  t = at_level(f, -1);
  REQUIRE(t.to_host() == std::vector<double>{7, 7});
  at_level(f, 4) += 1.0;
  t = at_level(f, 0);
  REQUIRE(t.to_host() == std::vector<double>{8, 8});
  at_level(f, 3) = 2.0;
  t = at_level(f, -1);
  REQUIRE(t.to_host() == std::vector<double>{8, 8});
  REQUIRE_THROWS_AS(evaluate(into(at_level(f, 0), s), into(at_level(f, -1), s)), Error);
}
