// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

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

constexpr auto closed(double dt) {
  return [=](const auto& w, const auto& x) { return PPMC2F(dt)(w, x); };
}
constexpr auto with_values(double dt, double below, double above) {
  return [=](const auto& w, const auto& x) { return PPMC2F(dt, bottom(SetValue(below)), top(SetValue(above)))(w, x); };
}

using support::Parity;
using support::Row;
using support::Turning;

// The footprint, found from the formula.
constexpr auto& reads = footprint<PPMC2F<>, 2>.argument;
static_assert(reads[0].low == 0 && reads[0].high == 0);
static_assert(reads[1].low == -5 && reads[1].high == 5 && reads[1].count() == 6);
static_assert(std::is_trivially_copyable_v<PPMC2F<>>);

/// The mean over the part `courant` of a cell next to its front, of the parabola with mean c between the two edges: by
/// Simpson's rule, which has it exactly.
template <class T>
T swept(T rear, T c, T front, T courant) {
  const T six = 6 * (c - (rear + front) / 2);
  const auto value = [&](T s) { return rear + s * (front - rear + six * (1 - s)); };
  return (value(1 - courant) + 4 * value(1 - courant / 2) + value(1)) / 6;
}
template <class T>
T edge(T a, T b, T c, T d) {
  const auto difference = [](T x, T y, T z) {
    if ((y - x) * (z - y) <= 0) return T{};
    return std::copysign(std::min({std::abs(z - x) / 2, 2 * std::abs(y - x), 2 * std::abs(z - y)}), z - x);
  };
  return b + (c - b) / 2 - (difference(b, c, d) - difference(a, b, c)) / 6;
}
/// Cells in the order in which the wind passes them, from c over a face into d.
template <class T>
T expected(T a, T b, T c, T d, T e, T courant) {
  T rear = edge(a, b, c, d), front = edge(b, c, d, e);
  if ((front - c) * (c - rear) <= 0) return c;
  const T excess = (front - rear) * (c - (rear + front) / 2), most = (front - rear) * (front - rear) / 6;
  if (excess > most) {
    rear = 3 * c - 2 * front;
  } else if (-most > excess) {
    front = 3 * c - 2 * rear;
  }
  return swept(rear, c, front, courant);
}

}  // namespace

TEST_CASE("PPMC2F carries a smooth profile with about second order or better", "[ppm]") {
  // One period at Courant number 0.5. Flattened extremes leave more than second order in this norm.
  std::vector<double> error;
  const auto ring = support::ring(-support::pi, support::pi);
  for (const int levels : {32, 64, 128, 256}) {
    const auto grid = ColumnGrid::periodic(levels, -support::pi, support::pi);
    CenterField<double> means(grid), x(grid);
    means = GradientF2C()(-cos(heights(Face{})));
    x = means + 0.0;
    const double dt = support::pi / levels;
    for (int i = 0; i < 2 * levels; ++i) x = x - dt * DivergenceF2C()(closed(dt)(1.0, x));
    x = x - means;
    error.push_back(support::weighted_l2(x));
  }
  support::require_rates(ring, error, 1.9, 3.1);
  REQUIRE(error[0] < 0.05);
}

TEST_CASE("The divergence of PPMC2F is of third order or better where a profile has no extremes", "[ppm]") {
  const auto column = support::uniform(0, 1);
  const auto apply = [](double speed) {
    return [=](const ColumnGrid& grid) {
      CenterField<double> means(grid);
      OnFaces error(grid);
      means = GradientF2C()(exp(heights(Face{})));
      // The edges are of third order at least; at the two faces at each end cells are flat.
      error = closed(0)(speed, means) - speed * exp(heights(Face{}));
      for (const int face : {0, 1, 2, grid.levels() - 2, grid.levels() - 1, grid.levels()}) error(face, 0) = 0;
      return error;
    };
  };
  for (const double speed : {1.0, -1.0})
    support::require_order(column, 2.9, 4.1, apply(speed), [](double) { return 0; });
}

TEST_CASE("PPMC2F carries a step without overshoot or loss", "[ppm]") {
  const auto grid = ColumnGrid::periodic(50, 0.0, 1.0);
  constexpr double eps = 0x1p-52, dt = 0.4 * 0.02;
  for (const double speed : {1.0, -1.0}) {
    const auto got =
        support::carry(grid, 125, [&](const auto& x) { return x - dt * DivergenceF2C()(closed(dt)(speed, x)); });
    CAPTURE(speed, got.lowest, got.highest, got.drift);
    REQUIRE(got.drift <= 30 * eps);
    REQUIRE(got.lowest >= -4 * eps);
    REQUIRE(got.highest <= 1 + 4 * eps);
  }
}

TEST_CASE("PPMC2F of a constant is the wind times it, of a line exact", "[ppm]") {
  const auto grid = ColumnGrid::uniform(33, 0.0, 33.0, 2);
  FaceField<double> wind(grid);
  support::scatter(wind);
  const auto constant = support::sampled<Center>(grid, [](double) { return 0.5; });
  support::require_everywhere(OnFaces(closed(0.25)(wind, constant) - 0.5 * wind), 0, 0x1p-52);
  const auto line = support::sampled<Center>(grid, [](double z) { return z / 32; });
  // The mean over what the wind takes out: half of it upwind of the face.
  const OnFaces error(closed(0.5)(wind, line) - wind * (heights(Face{}) - 0.25 * wind) / 32.0);
  for (int face = 3; face < 31; ++face) REQUIRE(std::abs(error(face, 1)) <= 10 * 0x1p-52);
}

TEMPLATE_LIST_TEST_CASE("PPMC2F of a column upside down is upside down", "[ppm]", support::FormulaAxes) {
  support::require_reflection_of<TestType, Face, Turning<Face, Parity::odd>, Turning<Center>>(
      Parity::odd, with_values(0.01, 0.25, -3), with_values(0.01, -3, 0.25));
}

TEMPLATE_LIST_TEST_CASE("PPMC2F agrees with parabolas in the upwind cells at every size", "[ppm][sizes]",
                        support::FormulaAxes) {
  for (const int levels : {1, 2, 3, 4, 5, 6, 7, 33, 130}) {
    for (const auto& grid : {support::grid_per_column(levels, 33), ColumnGrid::periodic(levels, -1.0, 1.0, 3)}) {
      const double dt = 0.25 / levels;
      support::require_agreement<TestType, Face, Face, Center>(
          grid, support::Tolerance::of_one(100), with_values(dt, 2, -3), [=](Row at, const auto& w, const auto& y) {
            const int k = at.k, n = y.cells(), step = w[k] > 0 ? -1 : 1, up = w[k] > 0 ? k - 1 : k;
            if (!y.ring && (up < 0 || up >= n)) return w[k] * y.number(at.bottom ? 2 : -3);
            if (!y.ring && (up < 2 || up > n - 3)) return w[k] * y[up];
            const auto courant = std::abs(w[k]) * y.number(dt) / y.dc(up);
            return w[k] * expected(y[up + 2 * step], y[up + step], y[up], y[up - step], y[up - 2 * step], courant);
          });
    }
  }
}

TEST_CASE("PPMC2F may read the fields that it changes", "[ppm][aliasing]") {
  support::require_in_place<support::Other, Center>(
      [](const auto& a) { return a - 0.25 * DivergenceF2C()(PPMC2F(0.001)(InterpolateC2F()(a), a)); });
}
