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

constexpr auto boris_book(double dt) {
  return [=](const auto& flux, const auto& x) { return FCTBorisBook(dt)(flux, x); };
}
constexpr auto zalesak(double dt) {
  return [=](const auto& flux, const auto& x, const auto& carried) { return FCTZalesak(dt)(flux, x, carried); };
}

using support::Parity;
using support::Row;
using support::Turning;

// The footprints, found from the formulas.
constexpr auto& few = footprint<FCTBorisBook<>, 2>.argument;
static_assert(few[0].low == 0 && few[0].high == 0 && few[1].low == -3 && few[1].high == 3);
constexpr auto& many = footprint<FCTZalesak<>, 3>.argument;
static_assert(many[0].low == -2 && many[0].high == 2);
static_assert(many[1].low == -3 && many[1].high == 3 && many[2].low == -5 && many[2].high == 5);
static_assert(std::is_trivially_copyable_v<FCTZalesak<>> && std::is_trivially_copyable_v<FCTBorisBook<>>);

/// Zalesak's limiter as the books write it: arrays over all faces and cells, one step after the other.
template <class T, class Flux, class X, class Y>
std::vector<T> zalesak_by_arrays(const Flux& a, const X& x, const Y& y, double dt) {
  const int n = y.cells();
  const auto outermost = [&](int face) { return !y.ring && (face < 2 || face > n - 2); };
  std::vector<T> kept, result;
  for (int j = 0; j <= n; ++j) {
    T flux = outermost(j) ? T{} : a[j];
    if (!outermost(j) && flux * (y[j] - y[j - 1]) < 0)
      if (flux * (y[j + 1] - y[j]) < 0 || flux * (y[j - 1] - y[j - 2]) < 0) flux = 0;
    kept.push_back(flux);
  }
  const auto index = [&](int j) { return static_cast<std::size_t>(y.ring ? (j + n) % n : j); };
  const auto part = [&](int cell, bool in) {
    const T low = kept[index(cell)], high = kept[index(cell + 1)];
    const T fluxes = in ? std::max(low, T{}) + std::max(-high, T{}) : std::max(high, T{}) + std::max(-low, T{});
    T room = 0;
    for (const int near : {cell - 1, cell, cell + 1})
      for (const T value : {x[near], y[near]}) room = std::max(room, in ? value - y[cell] : y[cell] - value);
    return fluxes > 0 ? std::min(T{1}, room * y.dc(cell) * static_cast<T>(1 / dt) / fluxes) : T{};
  };
  for (int j = 0; j <= n; ++j) {
    const T flux = kept[index(j)];
    if (flux == 0) {
      result.push_back(0);
    } else {
      result.push_back(flux * std::min(part(j - 1, flux < 0), part(j, flux > 0)));
    }
  }
  return result;
}

}  // namespace

TEST_CASE("FCTBorisBook of four cells is as on paper", "[fct]") {
  using Cells = support::FourCells;
  const double x[] = {0, 1, 3, 4}, down[] = {4, 3, 1, 0}, turning[] = {1, 0, 3, 4};
  const auto middle = [&](double flux, const auto& profile, double dt) {
    const auto got = support::values<Cells>(boris_book(dt)(flux, support::leaf<Center>(profile)));
    REQUIRE((got[0] == 0 && got[1] == 0 && got[3] == 0 && got[4] == 0));
    return got[2];
  };
  REQUIRE(middle(0.5, x, 1) == 0.5);
  REQUIRE(middle(2, x, 1) == 1);  // no more than (4 - 3) 1 m / 1 s
  REQUIRE(middle(2, x, 4) == 0.25);
  REQUIRE(middle(-2, x, 1) == 0);  // it would flatten
  REQUIRE(middle(-2, down, 1) == -1);
  REQUIRE(middle(2, turning, 1) == 0);  // below lies a minimum
}

// Away from extremes the bounds, differences of the profile times dz / dt, are larger than an antidiffusive flux, a
// part of such a difference times the wind: all of it passes. At an extreme some of it is cut, but there it is O(dz^2).
TEST_CASE("What corrected transport lets through makes a flux of second order, its divergence of 1.5", "[fct]") {
  const auto ring = support::ring(-support::pi, support::pi);
  for (const double speed : {1.0, -1.0}) {
    const auto require_orders = [&](const auto& correct) {
      const auto flux = [=](const ColumnGrid& grid) {
        const double dt = 0.4 * grid.dz_centers()[0];
        const auto sine = support::sampled<Center>(grid, [](double z) { return std::sin(z); });
        const auto low = UpwindBiasedProductC2F()(speed, sine);
        const CenterField<double> carried(sine - dt * DivergenceF2C()(low));
        return FaceField<double>(low + correct(dt, speed * InterpolateC2F()(sine) - low, sine, carried));
      };
      const auto divergence = [=](const ColumnGrid& grid) {
        const auto through = flux(grid);
        return CenterField<double>(DivergenceF2C()(through));
      };
      support::require_order(ring, 1.95, 2.25, flux, [=](double z) { return speed * std::sin(z); });
      support::require_order(ring, 1.45, 1.55, divergence, [=](double z) { return speed * std::cos(z); });
    };
    require_orders([](double dt, const auto& a, const auto&, const auto& x_td) { return FCTBorisBook(dt)(a, x_td); });
    require_orders(
        [](double dt, const auto& a, const auto& x, const auto& x_td) { return FCTZalesak(dt)(a, x, x_td); });
  }
}

TEST_CASE("Corrected transport carries a step without overshoot or loss", "[fct]") {
  const auto grid = ColumnGrid::periodic(50, 0.0, 1.0);
  constexpr double eps = 0x1p-52, courant = 0.4, dt = courant * 0.02;
  for (const double speed : {1.0, -1.0}) {
    const auto low = [&](const auto& x) { return UpwindBiasedProductC2F()(speed, x); };
    const auto excess = [&](const auto& x) {
      return Upwind3rdOrderBiasedProductC2F()(speed, x) - UpwindBiasedProductC2F()(speed, x);
    };
    const auto carried = [&](const auto& x) { return x - dt * DivergenceF2C()(low(x)); };
    const auto require = [&](const support::Carried& got) {
      CAPTURE(speed, got.lowest, got.highest, got.drift);
      REQUIRE(got.drift <= 30 * eps);
      REQUIRE(got.lowest >= -2 * eps);
      REQUIRE(got.highest <= 1 + 4 * eps);
    };
    require(support::carry(grid, 125, [&](const auto& x) {
      return carried(x) - dt * DivergenceF2C()(boris_book(dt)(excess(x), carried(x)));
    }));
    require(support::carry(grid, 125, [&](const auto& x) {
      return carried(x) - dt * DivergenceF2C()(zalesak(dt)(excess(x), x, carried(x)));
    }));
    // Uncorrected it does not, and uncorrected it loses less of the step than first-order fluxes do.
    const auto uncorrected =
        support::carry(grid, 125, [&](const auto& x) { return carried(x) - dt * DivergenceF2C()(excess(x)); });
    REQUIRE(uncorrected.lowest < -0.01);
  }
}

TEST_CASE("Corrected transport lets small fluxes pass where the profile is monotone", "[fct]") {
  const auto grid = support::quadratic_grid(40, 2);
  CenterField<double> line(grid);
  FaceField<double> flux(grid), small(grid);
  line.fill([](double z) { return z; });
  support::scatter(small);
  small = 1e-5 * abs(small);
  for (const bool book : {true, false}) {
    if (book) {
      flux = boris_book(1)(small, line);
    } else {
      flux = zalesak(1)(small, line, line);
    }
    for (int face = 0; face <= 40; ++face) REQUIRE(flux(face, 1) == (face < 2 || face > 38 ? 0 : small(face, 1)));
  }
}

TEMPLATE_LIST_TEST_CASE("Corrected transport of a column upside down is upside down", "[fct]", support::FormulaAxes) {
  using A = Turning<Face, Parity::odd>;
  using C = Turning<Center>;
  support::require_reflection_of<TestType, Face, A, C>(Parity::odd, boris_book(0.1), boris_book(0.1));
  support::require_reflection_of<TestType, Face, A, C, C>(Parity::odd, zalesak(0.1), zalesak(0.1));
}

TEMPLATE_LIST_TEST_CASE("Corrected transport agrees with its formulas at every size", "[fct][sizes]",
                        support::FormulaAxes) {
  using Number = typename TestType::number;
  support::require_agreement_everywhere<TestType, Face, Face, Center>(
      20'000, 0, boris_book(0.125), [](Row at, const auto& a, const auto& y) {
        const int k = at.k;
        if (!y.ring && (k < 2 || k > y.cells() - 2)) return 0 * a[k];
        const auto sign = y.number(a[k] < 0 ? -1 : 1);
        const auto upper = sign * (y[k + 1] - y[k]) * y.dc(k) * 8,
                   lower = sign * (y[k - 1] - y[k - 2]) * y.dc(k - 1) * 8;
        return sign * std::max(y.number(0), std::min({std::abs(a[k]), upper, lower}));
      });
  for (const int levels : {1, 2, 3, 4, 5, 6, 33, 130}) {
    for (const auto& grid : {support::grid_per_column(levels, 7), ColumnGrid::periodic(levels, -1.0, 1.0, 3)}) {
      support::require_agreement<TestType, Face, Face, Center, Center>(
          grid, 4, zalesak(0.02), [](Row at, const auto& a, const auto& x, const auto& y) {
            return zalesak_by_arrays<Number>(a, x, y, 0.02)[static_cast<std::size_t>(at.k)];
          });
    }
  }
}

TEST_CASE("Corrected transport may read the fields that it changes", "[fct][aliasing]") {
  support::require_in_place<support::Other, Center>([](const auto& a) {
    return a / 2.0 -
           0.01 * DivergenceF2C()(FCTBorisBook(0.01)(GradientC2F()(a), a) + FCTZalesak(0.01)(GradientC2F()(a), a, a));
  });
}
