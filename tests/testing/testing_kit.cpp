// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "every_function.hpp"
#include "support/agreement.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A divergence with a wrong sign: (x- + x+) / dc.
template <class... Conditions>
struct WrongSignF2C : Operator<WrongSignF2C<Conditions...>, Conditions...> {
  using WrongSignF2C::Operator::Operator;
  static constexpr const char* name = "WrongSignF2C";
  using arguments = Locations<Face>;
  using result = Center;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G g) {
    return (x(half) + x(-half)) * g.inverse_dz();
  }
};
template <class... C>
WrongSignF2C(C...) -> WrongSignF2C<C...>;

/// An average with a wrong weight: (x- + 2 x+) / 3, which is of first order.
template <class... Conditions>
struct WrongWeightF2C : Operator<WrongWeightF2C<Conditions...>, Conditions...> {
  using WrongWeightF2C::Operator::Operator;
  static constexpr const char* name = "WrongWeightF2C";
  using arguments = Locations<Face>;
  using result = Center;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G) {
    return (x(-half) + 2 * x(half)) / 3;
  }
};
template <class... C>
WrongWeightF2C(C...) -> WrongWeightF2C<C...>;

/// An average whose weights do not add up to one, and are too large for the bounds: 0.51 (x- + x+).
template <class... Conditions>
struct WrongSumF2C : Operator<WrongSumF2C<Conditions...>, Conditions...> {
  using WrongSumF2C::Operator::Operator;
  static constexpr const char* name = "WrongSumF2C";
  using arguments = Locations<Face>;
  using result = Center;

  template <class X, class G>
  STENCIL_FUNCTION static constexpr auto interior(X x, G g) {
    return g.number(0.51) * (x(-half) + x(half));
  }
};
template <class... C>
WrongSumF2C(C...) -> WrongSumF2C<C...>;

constexpr auto minus_divergence = [](const auto& flux) { return -DivergenceF2C()(flux); };
constexpr auto laplacian = [](const auto& x) {
  return DivergenceF2C()(GradientC2F(bottom(SetValue(0.0)), top(SetGradient(0.0)))(x));
};
const auto closed = GradientC2F(bottom(SetValue(0.0)), top(SetValue(0.0)));

std::vector<ColumnGrid> all_kinds(int levels) {
  return {ColumnGrid::uniform(levels, -1.0, 2.0), support::quadratic_grid(levels, 3),
          support::grid_per_column(levels, 3), ColumnGrid::periodic(levels, 0.0, 1.0, 2)};
}

/// The error of an operator from faces to centers that ought to interpolate.
template <class Op>
auto interpolation_error(const Op& op) {
  return [=](int cells) {
    const auto grid = ColumnGrid::uniform(cells, 0.0, 1.0);
    FaceField<double> x(grid);
    x.fill([](double z) { return std::sin(3 * z); });
    return testing::weighted_l2(CenterField<double>(op(x)), [](double z) { return std::sin(3 * z); });
  };
}

/// A check that must fail by a defect that is no rounding, in a message with these words.
void require_failure(const testing::Report& report, const std::string& words) {
  REQUIRE_FALSE(report);
  REQUIRE(report.measured > report.allowed);
  REQUIRE_THAT(report.message, ContainsSubstring(words));
}

}  // namespace

TEST_CASE("Every function of the kit passes on operators of the library", "[testing]") {
  CHECK(testing_kit::every_function_passes(ColumnGrid::stretched(20, 0.0, 1000.0, 10.0)));
}

TEST_CASE("A report is true or false, and prints its message", "[testing]") {
  const testing::Report report = testing::stays_in_bounds(std::vector<double>{0.5, 1.25}, 0, 1);
  std::ostringstream printed;
  printed << report;
  REQUIRE(printed.str() == "stays in [0, 1]: 0.25 beyond, 0 allowed; worst value 1: 1.25");
  REQUIRE_FALSE(static_cast<bool>(report));
}

TEST_CASE("weighted_l2 of one is the root of the depth", "[testing]") {
  for (const auto& grid : {support::quadratic_grid(7, 1), ColumnGrid::periodic(7, 0.0, 1.0)}) {
    CenterField<double> centers(grid);
    FaceField<float> faces(grid);
    centers.fill(1.0);
    faces.fill(1.0F);
    REQUIRE(std::abs(testing::weighted_l2(centers) - 1) < 1e-15);
    REQUIRE(std::abs(testing::weighted_l2(faces) - 1) < 1e-15);
    REQUIRE(testing::weighted_l2(centers, [](double) { return 1.0; }) == 0);
    REQUIRE(std::abs(testing::weighted_l2(centers, [](double) { return 3.0; }) - 2) < 1e-15);
  }
}

TEST_CASE("convergence_rate finds the order of a power", "[testing]") {
  const auto cubic = testing::convergence_rate([](int n) { return 5.0 / n / n / n; }, {10, 20, 50, 70});
  REQUIRE(cubic);
  REQUIRE(std::abs(cubic.order - 3) < 1e-12);
  REQUIRE(cubic.is(3, 1e-12));
  REQUIRE(cubic.at_least(2));
  REQUIRE_FALSE(cubic.is(2));
  require_failure(cubic.at_least(4), "of order 4 or more: 1 orders off");
}

TEST_CASE("convergence_rate tells InterpolateF2C, of second order, from a wrong weight, of first", "[testing]") {
  const auto right = testing::convergence_rate(interpolation_error(InterpolateF2C()), {32, 64, 128, 256});
  REQUIRE(right.is(2));
  REQUIRE(std::abs(right.order - 2) < 0.05);
  const auto wrong = testing::convergence_rate(interpolation_error(WrongWeightF2C()), {32, 64, 128, 256});
  REQUIRE(wrong.is(1));
  require_failure(wrong.is(2), "cells, where the error");
  require_failure(wrong.at_least(2), "orders off");
}

TEST_CASE("convergence_rate takes neither an error that grows nor NaN", "[testing]") {
  REQUIRE_FALSE(testing::convergence_rate([](int n) { return 1.0 * n; }, {1, 2, 4}));
  const auto lost = testing::convergence_rate(
      [](int n) { return n == 2 ? std::numeric_limits<double>::quiet_NaN() : 1.0 / n; }, {1, 2, 4});
  REQUIRE_FALSE(lost);
  REQUIRE_FALSE(lost.is(1));
  REQUIRE_FALSE(lost.at_least(1));
  const auto at_first = testing::convergence_rate(
      [](int n) { return n == 1 ? std::numeric_limits<double>::quiet_NaN() : 1.0 / n; }, {1, 2, 4, 8});
  REQUIRE_FALSE(at_first.is(1));
  REQUIRE_FALSE(at_first.at_least(1));
  const auto stays = [](int) { return 1.0; };
  REQUIRE_THROWS_AS(testing::convergence_rate(stays, {32}), Error);
  REQUIRE_THROWS_AS(testing::convergence_rate(stays, {32, 32}), Error);
}

TEST_CASE("DivergenceF2C conserves, as operator and in an expression", "[testing]") {
  for (const int levels : {1, 2, 33}) {
    for (const auto& grid : all_kinds(levels)) {
      REQUIRE(testing::conserves(DivergenceF2C(), grid));
      CenterField<float> x(grid);
      testing::scatter(x);
      const auto flux = InterpolateC2F()(x) * GradientC2F()(x);
      REQUIRE(testing::conserves(DivergenceF2C()(flux), flux, grid));
    }
  }
}

TEST_CASE("conserves reports a wrong sign, a wrong metric, and a flux that is replaced at an end", "[testing]") {
  const auto weighted = [](const auto& u) { return heights(Center{}) * DivergenceF2C()(u); };
  for (const auto& grid : all_kinds(12)) {
    require_failure(testing::conserves(WrongSignF2C(), grid), "difference of the end fluxes");
    require_failure(testing::conserves(weighted, grid), "in column");
    if (grid.periodic()) continue;
    require_failure(testing::conserves(DivergenceF2C(bottom(SetValue(0.0))), grid), "in column");
    require_failure(testing::conserves([](const auto& u) { return DivergenceF2C()(u) / spacing(Center{}); }, grid),
                    "in column");
  }
}

TEST_CASE("to_dense gives the matrix and the constant of GradientC2F", "[testing]") {
  const auto grid = ColumnGrid::from_faces(std::vector<double>{0, 1, 4, 5});
  const auto dense = testing::to_dense(GradientC2F(bottom(SetValue(3)), top(SetGradient(7))), grid);
  REQUIRE(dense.rows == 4);
  REQUIRE(dense.columns == 3);
  REQUIRE(dense.entries == std::vector<double>{2, 0, 0, -0.5, 0.5, 0, 0, -0.5, 0.5, 0, 0, 0});
  REQUIRE(dense.constant == std::vector<double>{-6, 0, 0, 7});
  REQUIRE(dense(1, 0) == -0.5);
}

TEST_CASE("to_dense of a ring has as many faces as cells", "[testing]") {
  const auto ring = ColumnGrid::periodic(3, 0.0, 3.0);
  const auto there = testing::to_dense(GradientC2F(), ring), back = testing::to_dense(DivergenceF2C(), ring);
  REQUIRE(there.entries == std::vector<double>{1, 0, -1, -1, 1, 0, 0, -1, 1});
  REQUIRE(back.entries == std::vector<double>{-1, 1, 0, 0, -1, 1, 1, 0, -1});
}

TEST_CASE("to_dense of a function of one argument among several, in any column", "[testing]") {
  const auto grid = support::grid_per_column(3, 2);
  FaceField<double> w(grid);
  w.fill([](double, std::size_t column) { return 1.0 + static_cast<double>(column); });
  const auto upwind = [&](const auto& x) { return UpwindBiasedProductC2F()(w, x); };
  const auto dense = testing::to_dense<Center>(upwind, grid, 1);
  REQUIRE(dense(1, 0) == 2);
  REQUIRE(dense(1, 1) == 0);
  REQUIRE(testing::is_linear<Center>(upwind, grid));
}

TEST_CASE("is_linear takes linear operators and reports others", "[testing]") {
  for (const auto& grid : all_kinds(9)) {
    REQUIRE(testing::is_linear(GradientC2F(), grid));
    REQUIRE(testing::is_linear(InterpolateF2C(), grid));
    REQUIRE(testing::is_linear<Center>(laplacian, grid));
    require_failure(testing::is_linear<Center>([](const auto& x) { return abs(x); }, grid), "by superposition");
    require_failure(testing::is_linear<Center>([](const auto& x) { return x * x; }, grid), "by superposition");
    require_failure(testing::is_linear<Center>([](const auto& x) { return x + 1e-6; }, grid),
                    "the value of zero is 1e-06");
  }
}

TEST_CASE("is_adjoint takes GradientC2F and minus DivergenceF2C", "[testing]") {
  for (const int levels : {1, 2, 3, 20}) {
    for (const auto& grid : all_kinds(levels)) {
      REQUIRE(testing::is_adjoint(GradientC2F(), minus_divergence, grid));
      REQUIRE(testing::is_adjoint<Face>(minus_divergence, GradientC2F(), grid));
      REQUIRE(testing::is_adjoint(closed, minus_divergence, grid, testing::EndFaces::any));
    }
  }
}

TEST_CASE("is_adjoint reports a wrong sign, wrong ends, and weights that do not fit", "[testing]") {
  for (const auto& grid : all_kinds(6)) {
    require_failure(testing::is_adjoint(GradientC2F(), DivergenceF2C(), grid), " and center 0: ");
    require_failure(testing::is_adjoint(GradientC2F(), WrongSignF2C(), grid), "there");
    if (!grid.periodic())
      require_failure(testing::is_adjoint(GradientC2F(), minus_divergence, grid, testing::EndFaces::any), "face 0");
  }
  REQUIRE(testing::is_adjoint(InterpolateC2F(), InterpolateF2C(), ColumnGrid::uniform(8, 0.0, 1.0)));
  require_failure(testing::is_adjoint(InterpolateC2F(), InterpolateF2C(), support::quadratic_grid(8, 1)), "back");
  require_failure(testing::is_adjoint(InterpolateC2F(), WrongWeightF2C(), ColumnGrid::uniform(8, 0.0, 1.0)), "back");
}

TEST_CASE("is_symmetric takes a Laplacian and reports a gradient and one-sided weights", "[testing]") {
  for (const auto& grid : all_kinds(11)) {
    REQUIRE(testing::is_symmetric<Center>(laplacian, grid));
    require_failure(
        testing::is_symmetric<Center>([](const auto& x) { return GradientF2C()(InterpolateC2F()(x)); }, grid),
        "is symmetric");
    require_failure(
        testing::is_symmetric<Center>([](const auto& x) { return WrongWeightF2C()(InterpolateC2F()(x)); }, grid),
        "between center");
  }
  const auto smooth = [](const auto& x) { return InterpolateF2C()(InterpolateC2F()(x)); };
  REQUIRE(testing::is_symmetric<Center>(smooth, ColumnGrid::uniform(9, 0.0, 1.0)));
  require_failure(testing::is_symmetric<Center>(smooth, support::quadratic_grid(9, 1)), "between center");
}

TEST_CASE("preserves_constants takes averages and reports weights that do not add up to one", "[testing]") {
  for (const auto& grid : all_kinds(5)) {
    REQUIRE(testing::preserves_constants(InterpolateC2F(), grid));
    REQUIRE(testing::preserves_constants(WrongWeightF2C(), grid));
    require_failure(testing::preserves_constants(WrongSumF2C(), grid), "1.02");
    if (!grid.periodic())
      require_failure(testing::preserves_constants(InterpolateC2F(top(SetValue(2.0))), grid), "in row 5");
  }
}

TEST_CASE("stays_in_bounds measures the greatest excess, of NaN without end", "[testing]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0);
  FaceField<double> x(grid);
  x.fill([](double z) { return z < 0.5 ? 0 : 1; });
  REQUIRE(testing::stays_in_bounds(CenterField<double>(InterpolateF2C()(x)), 0, 1));
  const auto beyond = testing::stays_in_bounds(CenterField<double>(WrongSumF2C()(x)), 0, 1);
  require_failure(beyond, "1.02");
  REQUIRE(std::abs(beyond.measured - 0.02) < 1e-15);
  REQUIRE(testing::stays_in_bounds(CenterField<double>(WrongSumF2C()(x)), 0, 1, 0.03));
  const std::vector<double> numbers{-2, 5, 0, std::numeric_limits<double>::quiet_NaN(), 100};
  const auto lost = testing::stays_in_bounds(numbers, 0, 1);
  require_failure(lost, "value 3");
  REQUIRE(std::isinf(lost.measured));
  require_failure(testing::stays_in_bounds(std::vector<double>{-2, 2.5}, 0, 1), "value 0: -2");
}

TEST_CASE("A NaN in one row is reported, whatever the rows after it hold", "[testing]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0);
  const auto lost_below = [](const auto& x) {
    return where(heights(Center{}) < 0.3, std::numeric_limits<double>::quiet_NaN() * x, x);
  };
  const auto lost_of_faces = [&](const auto& u) { return lost_below(DivergenceF2C()(u)); };
  require_failure(testing::preserves_constants<Center>(lost_below, grid), "in row 0");
  require_failure(testing::is_linear<Center>(lost_below, grid), "in row 0");
  require_failure(testing::is_symmetric<Center>(lost_below, grid), "between center");
  require_failure(testing::conserves(lost_of_faces, grid), "in column 0");
}
