// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <array>
#include <cmath>
#include <type_traits>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/carried.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

using OnFaces = FaceField<double>;

constexpr auto with_closure = [](const auto& w, const auto& x) { return WENO5ProductC2F()(w, x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& w, const auto& x) {
    return WENO5ProductC2F(1e-6, bottom(SetValue(below)), top(SetValue(above)))(w, x);
  };
}

using support::Parity;
using support::Row;
using support::Turning;

// The footprint, found from the formula.
constexpr auto& reads = footprint<WENO5ProductC2F<>, 2>.argument;
static_assert(reads[0].low == 0 && reads[0].high == 0);
static_assert(reads[1].low == -5 && reads[1].high == 5 && reads[1].count() == 6);
static_assert(std::is_trivially_copyable_v<WENO5ProductC2F<>>);

/// The reconstruction from the definition: values of the three parabolas with the means of three cells each, weighted
/// by the integrals of their squared derivatives, which Simpson's rule has exactly.
template <class T>
T from_parabolas(const std::array<T, 5>& mean) {
  T sum = 0, weights = 0;
  const T ideal[] = {T(0.1), T(0.6), T(0.3)};
  for (std::size_t first = 0; first < 3; ++first) {
    // p(s) with cell 2, upwind of the face, at -1/2 < s < 1/2: means of the cells first .. first + 2.
    const T curvature = mean[first] - 2 * mean[first + 1] + mean[first + 2];
    const T center = static_cast<T>(first) - 1;
    const T slope_there = (mean[first + 2] - mean[first]) / 2;
    const auto slope = [&](T s) { return slope_there + curvature * (s - center); };
    const T value = mean[first + 1] - curvature / 24 + slope_there * (T(0.5) - center) +
                    curvature * (T(0.5) - center) * (T(0.5) - center) / 2;
    const T low = slope(T(-0.5)), high = slope(T(0.5)), middle = slope(T(0));
    const T indicator = (low * low + 4 * middle * middle + high * high) / 6 + curvature * curvature;
    const T weight = ideal[first] / ((T(1e-6) + indicator) * (T(1e-6) + indicator));
    sum += weight * value;
    weights += weight;
  }
  return sum / weights;
}

}  // namespace

#if !defined(STENCIL_TEST_SAMPLE)  // optimised code is held to the formula at every size
TEST_CASE("The divergence of WENO5ProductC2F is of fifth order on a ring", "[weno]") {
  const auto ring = support::ring(-support::pi, support::pi);
  for (const double speed : {1.0, -1.0}) {
    const auto apply = [=](const ColumnGrid& grid) {
      CenterField<double> means(grid), divergence(grid);
      means = GradientF2C()(-cos(heights(Face{})));  // the mean of sin over a cell
      // A large epsilon: the weights are the ideal ones to the order of the smoothness indicators over it.
      divergence = DivergenceF2C()(WENO5ProductC2F(1e3)(speed, means));
      divergence = divergence - speed * GradientF2C()(sin(heights(Face{})));
      return divergence;
    };
    support::require_rates(ring, support::errors(ring, apply, [](double) { return 0; }, 4, 7), 4.9, 5.1);
    const auto weighted = [=](const ColumnGrid& grid) {
      CenterField<double> means(grid), divergence(grid);
      means = GradientF2C()(-cos(heights(Face{})));
      divergence = DivergenceF2C()(with_closure(speed, means)) - speed * GradientF2C()(sin(heights(Face{})));
      return divergence;
    };
    support::require_rates(ring, support::errors(ring, weighted, [](double) { return 0; }, 5, 8), 4.5, 6);
  }
}

TEST_CASE("WENO5ProductC2F carries a step with next to no overshoot, by three stages in time", "[weno]") {
  const auto grid = ColumnGrid::periodic(50, 0.0, 1.0);
  constexpr double dt = 0.4 * 0.02;
  CenterField<double> first(grid), second(grid), third(grid);
  for (const double speed : {1.0, -1.0}) {
    const auto rate = [&](const auto& x) { return DivergenceF2C()(with_closure(speed, x)); };
    const auto got = support::carry(grid, 125, [&](const auto& x) {
      first = x - dt * rate(x);
      second = x + 0.25 * (first - dt * rate(first) - x);
      third = x + 2.0 / 3.0 * (second - dt * rate(second) - x);
      return third + 0.0;
    });
    CAPTURE(speed, got.lowest, got.highest, got.drift);
    REQUIRE(got.drift <= 30 * 0x1p-52);
    REQUIRE(got.lowest >= -2e-3);
    REQUIRE(got.highest <= 1 + 2e-3);
  }
}
#endif

TEST_CASE("WENO5ProductC2F of constants and lines is exact", "[weno]") {
  const auto grid = ColumnGrid::uniform(33, 0.0, 33.0, 2);
  FaceField<double> wind(grid);
  support::scatter(wind);
  const auto constant = support::sampled<Center>(grid, [](double) { return 0.5; });
  support::require_everywhere(OnFaces(with_closure(wind, constant) - 0.5 * wind), 0, 0x1p-52);
  const auto line = support::sampled<Center>(grid, [](double z) { return z / 32; });
  const OnFaces error(
      SetBoundary(bottom(SetValue(0.0)), top(SetValue(0.0)))(with_closure(wind, line) - wind * heights(Face{}) / 32.0));
  for (int face = 2; face < 32; ++face) REQUIRE(std::abs(error(face, 1)) <= 10 * 0x1p-52);
}

#if !defined(STENCIL_TEST_SAMPLE)
TEMPLATE_LIST_TEST_CASE("WENO5ProductC2F of a column upside down is upside down", "[weno]", support::FormulaAxes) {
  support::require_reflection_of<TestType, Face, Turning<Face, Parity::odd>, Turning<Center>>(
      Parity::odd, with_values(0.25, -3), with_values(-3, 0.25));
}
#endif

TEMPLATE_LIST_TEST_CASE("WENO5ProductC2F agrees with the widest formula that fits at every size", "[weno][sizes]",
                        support::FormulaAxes) {
  for (const int levels : {1, 2, 3, 4, 5, 6, 7, 33, 130}) {
    for (const auto& grid : {support::grid_per_column(levels, 33), ColumnGrid::periodic(levels, -1.0, 1.0, 3)}) {
      support::require_agreement<TestType, Face, Face, Center>(
          grid, support::Tolerance::of_one(100), with_values(2, -3), [](Row at, const auto& w, const auto& y) {
            using T = decltype(y.number(0));
            const int k = at.k, n = y.cells(), step = w[k] > 0 ? -1 : 1, up = w[k] > 0 ? k - 1 : k;
            const int upwind = y.ring ? 9 : w[k] > 0 ? k : n - k, downwind = y.ring ? 9 : n - upwind;
            if (upwind == 0) return w[k] * y.number(at.bottom ? 2 : -3);
            const auto value = [&](int cells) { return y[up + cells * step]; };
            if (upwind >= 3 && downwind >= 2)
              return w[k] * from_parabolas(std::array<T, 5>{value(2), value(1), value(0), value(-1), value(-2)});
            if (upwind >= 2 && downwind >= 1) return w[k] * (-value(1) / 6 + value(0) * 5 / 6 + value(-1) / 3);
            return w[k] * value(0);
          });
    }
  }
}

#if !defined(STENCIL_TEST_SAMPLE)
TEST_CASE("WENO5ProductC2F takes conditions with and without a smallest variation", "[weno]") {
  const auto grid = support::quadratic_grid(9, 2);
  CenterField<double> x(grid);
  FaceField<double> w(grid), with(grid), without(grid);
  support::scatter(x, 1);
  support::scatter(w, 2);
  with = WENO5ProductC2F(1e-6, bottom(SetValue(3.0)), top(Extrapolation<3>{}))(w, x);
  without = WENO5ProductC2F(bottom(SetValue(3.0)), top(Extrapolation<3>{}))(w, x);
  CHECK(with.to_host() == without.to_host());
  CHECK(WENO5ProductC2F(WENO5ProductC2F(1e-3, top(SetValue(1.0)))).epsilon == 1e-3);
}
#endif

TEST_CASE("WENO5ProductC2F may read the fields that it changes", "[weno][aliasing]") {
  support::require_in_place<support::Other, Center>(
      [](const auto& a) { return a - 0.25 * DivergenceF2C()(WENO5ProductC2F()(InterpolateC2F()(a), a)); });
}
