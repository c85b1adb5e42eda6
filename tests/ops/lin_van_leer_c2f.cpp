// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <algorithm>
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

using namespace stencil::constraint;
using OnFaces = FaceField<double>;

template <class Constraint>
constexpr auto closed(Constraint constraint, double dt) {
  return [=](const auto& w, const auto& x) { return LinVanLeerC2F(dt, constraint)(w, x); };
}
template <class Constraint>
constexpr auto with_values(Constraint constraint, double dt, double below, double above) {
  return [=](const auto& w, const auto& x) {
    return LinVanLeerC2F(dt, constraint, bottom(SetValue(below)), top(SetValue(above)))(w, x);
  };
}
constexpr auto each_constraint = [](const auto& visit) {
  visit(AlgebraicMean{});
  visit(PositiveDefinite{});
  visit(MonotoneHarmonic{});
  visit(MonotoneLocalExtrema{});
};

using support::Parity;
using support::Row;
using support::Turning;

// The footprint, found from the formula; a time step does not change it.
constexpr auto& reads = footprint<LinVanLeerC2F<>, 2>.argument;
static_assert(reads[0].low == 0 && reads[0].high == 0);
static_assert(reads[1].low == -3 && reads[1].high == 3 && reads[1].count() == 4);
static_assert(sizeof(LinVanLeerC2F<MonotoneHarmonic>) <= 2 * sizeof(double));
static_assert(std::is_trivially_copyable_v<LinVanLeerC2F<MonotoneHarmonic>>);

/// The difference over a cell from the two differences beside it.
template <class T, class Constraint>
T slope(Constraint, T lower, T value, T upper) {
  const T mean = (lower + upper) / 2;
  if (std::is_same_v<Constraint, AlgebraicMean>) return mean;
  if (std::is_same_v<Constraint, PositiveDefinite>) return value <= 0 ? T{} : std::clamp(mean, -2 * value, 2 * value);
  if ((lower > 0) != (upper > 0)) return T{};
  if (std::is_same_v<Constraint, MonotoneHarmonic>) return 2 / (1 / lower + 1 / upper);
  return std::copysign(std::min({std::abs(mean), 2 * std::abs(lower), 2 * std::abs(upper)}), mean);
}

}  // namespace

TEST_CASE("LinVanLeerC2F of four cells is as on paper", "[van_leer]") {
  const double up[] = {1, 1, 1, 1, 1}, x[] = {1, 3, 4, 12};
  const auto x_leaf = support::leaf<Center>(x);
  const auto wind = support::leaf<Face>(up);
  using Cells = support::FourCells;
  using Faces = Cells::AtFaces;
  // Differences over the two inner cells: mean 1.5 and 4.5, harmonic 2 2 1 / 3 and 2 1 8 / 9, local 1.5 and 2.
  const auto mean = LinVanLeerC2F(0, AlgebraicMean{});
  REQUIRE(support::values<Cells>(mean(wind, x_leaf)) == Faces{1, 1, 3.75, 6.25, 12});
  REQUIRE(support::values<Cells>(mean(-1.0 * wind, x_leaf)) == Faces{-1, -2.25, -1.75, -12, -12});
  const auto local = LinVanLeerC2F(0, MonotoneLocalExtrema{}, bottom(SetValue(5.0)), top(SetValue(7.0)));
  REQUIRE(support::values<Cells>(local(wind, x_leaf)) == Faces{5, 1, 3.75, 5, 12});
  REQUIRE(support::values<Cells>(local(-1.0 * wind, x_leaf)) == Faces{-1, -2.25, -3, -12, -7});
  // Half a step of 2 m in 2 s leaves half of the line: 3 + 1.5 (1 - 0.5) / 2.
  const auto stepped = LinVanLeerC2F(1, AlgebraicMean{});
  REQUIRE(support::values<Cells>(stepped(wind, x_leaf)) == Faces{1, 1, 3.375, 5.125, 12});
  const double low[] = {3, 1, 4, 4};
  const auto positive = LinVanLeerC2F(0, PositiveDefinite{});
  REQUIRE(support::values<Cells>(positive(wind, support::leaf<Center>(low))) == Faces{3, 3, 1.25, 4.75, 4});
}

TEST_CASE("The divergence of LinVanLeerC2F is of second order, or of 1.5 where extremes are flattened", "[van_leer]") {
  const auto ring = support::ring(-support::pi, support::pi);
  each_constraint([&](auto constraint) {
    const bool monotone = std::is_same_v<decltype(constraint), MonotoneHarmonic> ||
                          std::is_same_v<decltype(constraint), MonotoneLocalExtrema>;
    for (const double speed : {1.0, -1.0}) {
      const auto apply = [&](const ColumnGrid& grid) {
        const auto sine = support::sampled<Center>(grid, [](double z) { return 2 + std::sin(z); });
        return CenterField<double>(DivergenceF2C()(closed(constraint, 0)(speed, sine)));
      };
      const auto exact = [=](double z) { return speed * std::cos(z); };
      support::require_rates(ring, support::errors(ring, apply, exact, 5, 10), monotone ? 1.45 : 1.9,
                             monotone ? 1.55 : 2.1);
    }
  });
}

TEST_CASE("LinVanLeerC2F carries a step without overshoot, undershoot or loss as its constraint says", "[van_leer]") {
  const auto grid = ColumnGrid::periodic(50, 0.0, 1.0);
  constexpr double eps = 0x1p-52;
  each_constraint([&](auto constraint) {
    using Constraint = decltype(constraint);
    for (const double speed : {1.0, -1.0}) {
      const double dt = 0.4 * 0.02;
      const auto got = support::carry(
          grid, 125, [&](const auto& x) { return x - dt * DivergenceF2C()(closed(constraint, dt)(speed, x)); });
      CAPTURE(speed, got.lowest, got.highest, got.drift);
      REQUIRE(got.drift <= 30 * eps);
      if (std::is_same_v<Constraint, AlgebraicMean>) {
        REQUIRE(got.lowest < -0.01);  // so that the others can fail
        REQUIRE(got.highest > 1.01);
      } else {
        REQUIRE(got.lowest >= -eps);
        if (!std::is_same_v<Constraint, PositiveDefinite>) REQUIRE(got.highest <= 1 + 2 * eps);
      }
    }
  });
}

TEST_CASE("LinVanLeerC2F of a constant is the wind times it", "[van_leer]") {
  const auto grid = support::quadratic_grid(33, 2);
  FaceField<double> wind(grid);
  support::scatter(wind);
  const auto constant = support::sampled<Center>(grid, [](double) { return 0.5; });
  each_constraint([&](auto constraint) {
    support::require_everywhere(OnFaces(closed(constraint, 0.1)(wind, constant) - 0.5 * wind), 0);
  });
}

TEST_CASE("LinVanLeerC2F of a line is the wind times what passes the face on average", "[van_leer]") {
  const auto grid = ColumnGrid::uniform(16, 0.0, 16.0);
  const auto line = support::sampled<Center>(grid, [](double z) { return 1 + z; });
  constexpr double dt = 0.25;
  each_constraint([&](auto constraint) {
    for (const double speed : {1.0, -1.0}) {
      const OnFaces flux(closed(constraint, dt)(speed, line));
      // What passes in dt comes from |w| dt upwind, half of that on average.
      for (int face = 2; face < 15; ++face) REQUIRE(flux(face, 0) == speed * (1 + face - speed * dt / 2));
    }
  });
}

TEMPLATE_LIST_TEST_CASE("LinVanLeerC2F of a column upside down is upside down", "[van_leer]", support::FormulaAxes) {
  each_constraint([](auto constraint) {
    support::require_reflection_of<TestType, Face, Turning<Face, Parity::odd>, Turning<Center>>(
        Parity::odd, with_values(constraint, 0.01, 0.25, -3), with_values(constraint, 0.01, -3, 0.25));
  });
}

TEMPLATE_LIST_TEST_CASE("LinVanLeerC2F agrees with lines in the upwind cells at every size", "[van_leer][sizes]",
                        support::FormulaAxes) {
  each_constraint([](auto constraint) {
    for (const int levels : {1, 2, 3, 4, 33, 130}) {
      for (const auto& grid : {support::grid_per_column(levels, 33), ColumnGrid::periodic(levels, -1.0, 1.0, 3)}) {
        const double dt = 0.25 / levels;
        support::require_agreement<TestType, Face, Face, Center>(
            grid, support::Tolerance::of_one(24), with_values(constraint, dt, 2, -3),
            [=](Row at, const auto& w, const auto& y) {
              const int k = at.k, up = w[k] > 0 ? k - 1 : k;
              if (!y.ring && (up < 0 || up == y.cells())) return w[k] * y.number(up < 0 ? 2 : -3);
              const bool flat = !y.ring && (up == 0 || up + 1 == y.cells());
              const auto over = flat ? 0 * y[up] : slope(constraint, y[up] - y[up - 1], y[up], y[up + 1] - y[up]);
              const auto rest = (1 - std::abs(w[k]) * y.number(dt) / y.df(k)) / 2;
              return w[k] * (y[up] + (w[k] > 0 ? over : -over) * rest);
            });
      }
    }
  });
}

TEST_CASE("LinVanLeerC2F takes conditions with and without a constraint", "[van_leer]") {
  const auto grid = support::quadratic_grid(9, 2);
  CenterField<double> x(grid);
  FaceField<double> w(grid), with(grid), without(grid);
  support::scatter(x, 1);
  support::scatter(w, 2);
  with = LinVanLeerC2F(0.1, constraint::AlgebraicMean{}, bottom(SetValue(3.0)), top(Extrapolation<3>{}))(w, x);
  without = LinVanLeerC2F(0.1, bottom(SetValue(3.0)), top(Extrapolation<3>{}))(w, x);
  CHECK(with.to_host() == without.to_host());
}

TEST_CASE("LinVanLeerC2F may read the fields that it changes", "[van_leer][aliasing]") {
  support::require_in_place<support::Other, Center>([](const auto& a) {
    return a - 0.25 * DivergenceF2C()(LinVanLeerC2F(0.01, MonotoneHarmonic{})(InterpolateC2F()(a), a));
  });
}
