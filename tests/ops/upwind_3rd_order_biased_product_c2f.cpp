// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

using OnCenters = CenterField<double>;
using OnFaces = FaceField<double>;

constexpr auto with_closure = [](const auto& w, const auto& x) { return Upwind3rdOrderBiasedProductC2F()(w, x); };
constexpr auto first_order = [](const auto& w, const auto& x) {
  return Upwind3rdOrderBiasedProductC2F(bottom(FirstOrderOneSided{}), top(FirstOrderOneSided{}))(w, x);
};
constexpr auto third_order = [](const auto& w, const auto& x) {
  return Upwind3rdOrderBiasedProductC2F(bottom(ThirdOrderOneSided{}), top(ThirdOrderOneSided{}))(w, x);
};
constexpr auto with_values(double below, double above) {
  return [=](const auto& w, const auto& x) {
    return Upwind3rdOrderBiasedProductC2F(bottom(SetValue(below)), top(SetValue(above)))(w, x);
  };
}

template <int order>
constexpr auto extrapolated = [](const auto& w, const auto& x) {
  return Upwind3rdOrderBiasedProductC2F(bottom(Extrapolation<order>{}), top(Extrapolation<order>{}))(w, x);
};

using support::Parity;
using support::Row;
using support::Turning;

// The footprint, found from the formula.
constexpr auto& reads = footprint<Upwind3rdOrderBiasedProductC2F<>, 2>.argument;
static_assert(reads[0].low == 0 && reads[0].high == 0);
static_assert(reads[1].low == -3 && reads[1].high == 3 && reads[1].count() == 4);

/// What the wind carries over a face with two cells on either side, seen along the wind: a, b | c.
constexpr auto biased = [](auto a, auto b, auto c) { return (-2 * a + 10 * b + 4 * c) / 12; };

}  // namespace

// Not a static_assert: the absolute value of a double is no constant expression in all compilers.
TEST_CASE("Upwind3rdOrderBiasedProductC2F of four cells is as on paper", "[upwind]") {
  const double up[] = {2, 1, 1, 1, 3}, down[] = {-2, -1, -1, -1, -3}, x[] = {6, 12, 36, 0};
  const auto x_leaf = support::leaf<Center>(x);
  const auto upward = support::leaf<Face>(up), downward = support::leaf<Face>(down);
  using Cells = support::FourCells;
  using Faces = Cells::AtFaces;
  // Upward: (-2 6 + 10 12 + 4 36) / 12 = 21 in the middle. Next to the ends the third-order formulas of the inside are
  // (4 6 + 10 12 - 2 36) / 12 = 6 and (-2 12 + 10 36 + 4 0) / 12 = 28.
  REQUIRE(support::values<Cells>(with_closure(upward, x_leaf)) == Faces{12, 6, 21, 28, 0});
  REQUIRE(support::values<Cells>(third_order(upward, x_leaf)) == Faces{12, 6, 21, 28, 0});
  REQUIRE(support::values<Cells>(first_order(upward, x_leaf)) == Faces{12, 6, 21, 28, 0});
  REQUIRE(support::values<Cells>(with_values(5, 7)(upward, x_leaf)) == Faces{10, 6, 21, 28, 0});
  // Downward: (4 12 + 10 36 - 2 0) / 12 = 34.
  REQUIRE(support::values<Cells>(with_closure(downward, x_leaf)) == Faces{-12, -6, -34, -28, 0});
  REQUIRE(support::values<Cells>(first_order(downward, x_leaf)) == Faces{-12, -6, -34, 0, 0});
  REQUIRE(support::values<Cells>(with_values(5, 7)(downward, x_leaf)) == Faces{-12, -6, -34, -28, -21});
  // Values outside by the published weights: x, 2 x - x', 3 x - 3 x' + x''; at the end face of two cells at most.
  REQUIRE(support::values<Cells>(extrapolated<1>(upward, x_leaf)) == Faces{12, 8, 21, 28, -18});
  REQUIRE(support::values<Cells>(extrapolated<2>(upward, x_leaf)) == Faces{4, 9, 21, 28, -54});
  REQUIRE(support::values<Cells>(extrapolated<3>(upward, x_leaf)) == Faces{4, 6, 21, 28, -54});
  REQUIRE(support::values<Cells>(extrapolated<1>(downward, x_leaf)) == Faces{-10, -6, -34, -12, 0});
  REQUIRE(support::values<Cells>(extrapolated<2>(downward, x_leaf)) == Faces{-6, -6, -34, -18, 72});
  REQUIRE(support::values<Cells>(extrapolated<3>(downward, x_leaf)) == Faces{-6, -6, -34, -28, 72});
  // Two cells hold no third-order formula.
  const double pair[] = {6, 12}, wind[] = {1, 2, 3};
  for (const auto& apply :
       {support::values<support::TwoCells>(with_closure(support::leaf<Face>(wind), support::leaf<Center>(pair))),
        support::values<support::TwoCells>(first_order(support::leaf<Face>(wind), support::leaf<Center>(pair)))})
    REQUIRE(apply == support::TwoCells::AtFaces{6, 12, 36});
  const auto of_pair = extrapolated<2>(support::leaf<Face>(wind), support::leaf<Center>(pair));
  REQUIRE(support::values<support::TwoCells>(of_pair) == support::TwoCells::AtFaces{2, 12, 45});
}

TEST_CASE("The divergence of Upwind3rdOrderBiasedProductC2F is of third order on a ring", "[upwind]") {
  const auto ring = support::ring(-support::pi, support::pi);
  const auto apply = [](const auto& wind) {
    return [=](const ColumnGrid& grid) {
      const auto sine = support::sampled<Center>(grid, [](double z) { return std::sin(z); });
      return OnCenters(DivergenceF2C()(with_closure(support::sampled<Face>(grid, wind), sine)));
    };
  };
  const auto cosine = [](double z) { return std::cos(z); };
  const auto constant = support::errors(ring, apply([](double) { return 1.0; }), cosine);
  support::require_rates(ring, constant, 2.9, 3.1);
  REQUIRE(constant[0] / std::sqrt(2 * support::pi) <= 5e-4);
  support::require_order(ring, 2.9, 3.1, apply([](double) { return -1.0; }), [](double z) { return -std::cos(z); });
  // The product of two means is the mean of a product to second order.
  support::require_order(ring, 1.8, 2.2, apply(cosine), [](double z) { return std::cos(2 * z); });
}

TEST_CASE("Upwind3rdOrderBiasedProductC2F of a constant is the wind times it; it is linear in what is carried",
          "[upwind]") {
  const auto grid = support::quadratic_grid(33, 2);
  FaceField<double> wind(grid);
  support::scatter(wind);
  const auto constant = support::sampled<Center>(grid, [](double) { return 0.5; });
  for (const auto& flux : {OnFaces(with_closure(wind, constant)), OnFaces(first_order(wind, constant)),
                           OnFaces(with_values(0.5, 0.5)(wind, constant))})
    support::require_everywhere(OnFaces(flux - 0.5 * wind), 0, 0x1p-52);
  support::require_linear<Center, Face>([](const auto& y) { return with_closure(0.4 - heights(Face{}), y); });
}

TEMPLATE_LIST_TEST_CASE("Upwind3rdOrderBiasedProductC2F of a column upside down is upside down", "[upwind]",
                        support::FormulaAxes) {
  const auto reflects = [](const auto& apply, const auto& mirror) {
    support::require_reflection_of<TestType, Face, Turning<Face, Parity::odd>, Turning<Center>>(Parity::odd, apply,
                                                                                                mirror);
  };
  reflects(with_values(0.25, -3), with_values(-3, 0.25));
  reflects(first_order, first_order);
}

TEMPLATE_LIST_TEST_CASE("Upwind3rdOrderBiasedProductC2F agrees with the biased formulas at every size",
                        "[upwind][sizes]", support::FormulaAxes) {
  // Of the two one-sided formulas the operator computes half a sum and half a difference: absolute errors are alike.
  const auto require = [](const auto& apply, const auto& next_to_end) {
    for (const int levels : {1, 2, 3, 4, 5, 16, 33, 65, 130}) {
      for (const auto& grid : {support::grid_per_column(levels, 33), ColumnGrid::periodic(levels, -1.0, 1.0, 3)}) {
        support::require_agreement<TestType, Face, Face, Center>(
            grid, support::Tolerance::of_one(8), apply, [&](Row at, const auto& w, const auto& y) {
              const int k = at.k, n = y.cells();
              if (at.bottom || at.top) return w[k] * y[at.bottom ? 0 : n - 1];
              if (!y.ring && n == 2) return w[k] * y[w[k] > 0 ? 0 : 1];
              const bool low = !y.ring && k == 1, high = !y.ring && k == n - 1;
              const bool from_below = w[k] > 0;
              if (next_to_end && (low ? from_below : high && !from_below)) return w[k] * y[from_below ? k - 1 : k];
              const bool use_below = low ? false : high ? true : from_below;
              return w[k] * (use_below ? biased(y[k - 2], y[k - 1], y[k]) : biased(y[k + 1], y[k], y[k - 1]));
            });
      }
    }
  };
  require(with_closure, false);
  require(first_order, true);
}

TEMPLATE_LIST_TEST_CASE("Upwind3rdOrderBiasedProductC2F may read the fields that it changes", "[upwind][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>([](const auto& a) {
    return a - 0.25 * DivergenceF2C()(Upwind3rdOrderBiasedProductC2F()(InterpolateC2F()(a), a));
  });
}
