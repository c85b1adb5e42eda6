// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/components.hpp"
#include "support/convergence.hpp"
#include "support/linearity.hpp"
#include "support/per_column.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

constexpr auto gradient(double a, double b, double below, double above) {
  return [=](const auto& x) { return GradientC2F(bottom(SetFlux(a, b, below)), top(SetFlux(a, b, above)))(x); };
}
constexpr auto mean(double a, double b, double below, double above) {
  return [=](const auto& x) { return InterpolateC2F(bottom(SetFlux(a, b, below)), top(SetFlux(a, b, above)))(x); };
}
constexpr auto line(double a, double b, double below, double above) {
  return
      [=](const auto& x) { return LinearInterpolateC2F(bottom(SetFlux(a, b, below)), top(SetFlux(a, b, above)))(x); };
}

// Cells of 1, 3, 1 and 3 m, on paper: 2 x - dx/dz = 4 below 1 at half a metre: (4 - 2 1) / (-1 - 1) = -1, x = 1.5;
// above 8 at 1.5 m: (4 - 2 8) / (-1 + 3) = -6, x = 8 - 9.
using Cells = support::FourCells;
constexpr double x[] = {1, 5, 2, 8};
constexpr auto x_leaf = support::leaf<Center>(x);
static_assert(support::values<Cells>(gradient(2, -1, 4, 4)(x_leaf)) == Cells::AtFaces{-1, 2, -1.5, 3, -6});
static_assert(support::values<Cells>(mean(2, -1, 4, 4)(x_leaf)) == Cells::AtFaces{1.5, 3, 3.5, 5, -1});
static_assert(support::values<Cells>(line(2, -1, 4, 4)(x_leaf)) == Cells::AtFaces{1.5, 2, 2.75, 3.5, -1});
constexpr double single[] = {3};
static_assert(support::values<support::OneCell>(gradient(1, 2, 5, 6)(support::leaf<Center>(single))) ==
              support::OneCell::AtFaces{2, 1});

}  // namespace

TEST_CASE("SetFlux(a, b, c) makes a x + b dx/dz equal to c at both ends", "[conditions]") {
  for (const int levels : {1, 2, 3, 40}) {
    const auto grid = support::grid_per_column(levels, 9);
    CenterField<double> y(grid);
    FaceField<double> total(grid);
    support::scatter(y);
    for (const double a : {0.0, 1.0, -3.0}) {
      for (const double b : {0.25, -2.0}) {
        total = a * mean(a, b, 0.5, -1.5)(y) + b * gradient(a, b, 0.5, -1.5)(y);
        for (std::size_t column = 0; column < grid.columns(); ++column) {
          CAPTURE(levels, a, b, column);
          REQUIRE(std::abs(total(0, column) - 0.5) <= 1e-12);
          REQUIRE(std::abs(total(levels, column) + 1.5) <= 1e-12);
        }
      }
    }
  }
}

TEST_CASE("SetFlux with a = 0 is SetGradient, with b = 0 SetValue", "[conditions]") {
  const auto grid = support::quadratic_grid(20, 5);
  CenterField<double> y(grid);
  FaceField<double> difference(grid);
  support::scatter(y);
  difference = gradient(0, 1, 2, -3)(y) - GradientC2F(bottom(SetGradient(2)), top(SetGradient(-3)))(y);
  support::require_everywhere(difference, 0);
  difference = gradient(4, 0, 2, -3)(y) - GradientC2F(bottom(SetValue(0.5)), top(SetValue(-0.75)))(y);
  support::require_everywhere(difference, 0, 1e-12);
  difference = mean(4, 0, 2, -3)(y) - InterpolateC2F(bottom(SetValue(0.5)), top(SetValue(-0.75)))(y);
  support::require_everywhere(difference, 0, 1e-14);
}

TEST_CASE("Operators with SetFlux are of second order where the profile has no curvature at the ends", "[conditions]") {
  const auto sine = [](double z) { return std::sin(z); };
  const auto cosine = [](double z) { return std::cos(z); };
  for (const auto& meshes : {support::uniform(0, support::pi), support::stretched(0, support::pi)}) {
    const auto slope = [&](const ColumnGrid& grid) {
      return FaceField<double>(gradient(3, 2, 2, -2)(support::sampled<Center>(grid, sine)));
    };
    const auto value = [&](const ColumnGrid& grid) {
      return FaceField<double>(mean(3, 2, 2, -2)(support::sampled<Center>(grid, sine)));
    };
    support::require_order(meshes, 1.9, 2.1, slope, cosine);
    support::require_order(meshes, 1.8, 2.05, value, sine);
  }
}

TEST_CASE("Heat that leaves by Newton's law comes to the exact steady state", "[conditions]") {
  // x'' = 0; at the bottom dx/dz = 2 (x - 1), at the top dx/dz = -(x - 4): the line of slope 6 / 5 through 1.6.
  const auto grid = support::quadratic_grid(6, 1);
  CenterField<double> y(grid);
  y.fill([](double) { return 0; });
  const GradientC2F slope(bottom(SetFlux(2, -1, 2)), top(SetFlux(1, 1, 4)));
  for (int i = 0; i < 40'000; ++i) y = y + 0.001 * DivergenceF2C()(slope(y));
  const auto exact = support::sampled<Center>(grid, [](double z) { return 1.6 + 1.2 * z; });
  support::require_everywhere(CenterField<double>(y - exact), 0, 1e-11);
}

TEMPLATE_LIST_TEST_CASE("SetFlux takes a value per column, a Vec, and turns upside down", "[conditions]",
                        support::FormulaAxes) {
  support::require_per_column<TestType, Center, Face>(
      [](const auto& v, const auto& w) { return GradientC2F(bottom(SetFlux(2, -3, v)), top(SetFlux(-1, 0.5, w))); });
  support::require_by_component<TestType, Center, Face>([](const auto& y, const auto& v, const auto& w) {
    return LinearInterpolateC2F(bottom(SetFlux(2, -3, v)), top(SetFlux(-1, 4, w)))(y);
  });
  support::require_reflection<TestType, Center, Face>(support::Parity::odd, gradient(2, 3, 0.25, -3),
                                                      gradient(2, -3, -3, 0.25));
  support::require_reflection<TestType, Center, Face>(support::Parity::even, line(2, 3, 0.25, -3),
                                                      line(2, -3, -3, 0.25));
}
