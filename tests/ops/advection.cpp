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

constexpr auto at_centers = [](const auto& w, const auto& x) { return AdvectionC2C()(w, x); };
constexpr auto with_values(double below, double above) {
  return
      [=](const auto& w, const auto& x) { return AdvectionC2C(bottom(SetValue(below)), top(SetValue(above)))(w, x); };
}
constexpr auto at_faces = [](const auto& w, const auto& x) { return AdvectionF2F()(w, x); };

using support::Parity;
using support::Row;
using support::Turning;

// The footprint, found from the formula.
constexpr auto& reads = footprint<AdvectionC2C<>, 2>.argument;
static_assert(reads[0].low == -1 && reads[0].high == 1 && reads[0].count() == 2);
static_assert(reads[1].low == -2 && reads[1].high == 2 && reads[1].count() == 3);

// On paper: differences per metre 2, -2 and 4 at the inner faces, 2 (1 - 2) / 1 and 2 (12 - 9) / 3 at the ends.
using Cells = support::FourCells;
constexpr double w[] = {3, 1, -2, 5, 4};
constexpr double x[] = {1, 5, 1, 9};
constexpr auto w_leaf = support::leaf<Face>(w);
constexpr auto x_leaf = support::leaf<Center>(x);
static_assert(support::values<Cells>(at_centers(w_leaf, x_leaf)) == Cells::AtCenters{2, 3, 12, 20});
static_assert(support::values<Cells>(with_values(2, 12)(w_leaf, x_leaf)) == Cells::AtCenters{-2, 3, 12, 14});
constexpr double x_face[] = {1, 5, 2, 3, 9};
static_assert(support::values<Cells>(at_faces(w_leaf, support::leaf<Face>(x_face))) ==
              Cells::AtFaces{12, 0.25, 1, 8.75, 8});

// One cell, with each of the four pairs of ends.
using One = support::OneCell::AtCenters;
constexpr double wind_of_one[] = {2, 5};
constexpr double single[] = {3};
constexpr auto wind_leaf = support::leaf<Face>(wind_of_one);
constexpr auto single_leaf = support::leaf<Center>(single);
static_assert(support::values<support::OneCell>(at_centers(wind_leaf, single_leaf)) == One{0});
static_assert(support::values<support::OneCell>(with_values(1, 7)(wind_leaf, single_leaf)) == One{12});
static_assert(support::values<support::OneCell>(AdvectionC2C(bottom(SetValue(1)))(wind_leaf, single_leaf)) == One{4});
static_assert(support::values<support::OneCell>(AdvectionC2C(top(SetValue(7)))(wind_leaf, single_leaf)) == One{20});

}  // namespace

TEST_CASE("AdvectionC2C and AdvectionF2F are of second order", "[advection]") {
  const auto wind = [](double z) { return 1 + std::cos(z); };
  const auto sine = [](double z) { return std::sin(z); };
  const auto exact = [=](double z) { return wind(z) * std::cos(z); };
  const auto centers = [=](const auto& operation) {
    return [=](const ColumnGrid& grid) {
      return CenterField<double>(operation(support::sampled<Face>(grid, wind), support::sampled<Center>(grid, sine)));
    };
  };
  const auto faces = [=](const ColumnGrid& grid) {
    return FaceField<double>(at_faces(support::sampled<Face>(grid, wind), support::sampled<Face>(grid, sine)));
  };
  for (const auto& meshes : {support::uniform(0, support::pi), support::stretched(0, support::pi)})
    support::require_order(meshes, 1.9, 2.1, centers(with_values(0, 0)), exact);
  const auto ring = support::ring(-support::pi, support::pi);
  support::require_order(ring, 1.9, 2.1, centers(at_centers), exact);
  support::require_order(ring, 1.9, 2.1, faces, exact);
  // A wind that vanishes at the ends takes their one-sided differences, of first order, out of the norm.
  const auto between = [=](const ColumnGrid& grid) {
    const auto cosine = support::sampled<Face>(grid, [](double z) { return std::cos(z); });
    return FaceField<double>(at_faces(support::sampled<Face>(grid, sine), cosine));
  };
  support::require_order(support::stretched(0, support::pi), 1.9, 2.1, between,
                         [](double z) { return -std::sin(z) * std::sin(z); });
}

TEST_CASE("Advection of a linear function is the wind times its slope, of a constant nothing", "[advection]") {
  for (const auto& grid : {support::quadratic_grid(40, 3), support::grid_per_column(33, 7)}) {
    CenterField<double> centers(grid);
    FaceField<double> faces(grid), random(grid);
    const auto line = [](double z) { return 2 * z - 7; };
    support::scatter(random);
    centers = at_centers(3.0, support::sampled<Center>(grid, line));
    support::require_everywhere(centers, 6, 2e-12);
    faces = at_faces(random, support::sampled<Face>(grid, line)) - 2 * random;
    support::require_everywhere(faces, 0, 4e-13);
    centers = with_values(0.1, 0.1)(random, support::sampled<Center>(grid, [](double) { return 0.1; }));
    support::require_everywhere(centers, 0);
  }
}

TEST_CASE("Advection is linear in what is carried", "[advection]") {
  support::require_linear<Center, Center>([](const auto& y) { return at_centers(heights(Face{}) / 16.0, y); });
  support::require_linear<Face, Face>([](const auto& y) { return at_faces(heights(Face{}) / 16.0, y); });
}

TEMPLATE_LIST_TEST_CASE("Advection of a column upside down is upside down", "[advection]", support::FormulaAxes) {
  using W = Turning<Face, Parity::odd>;
  support::require_reflection_of<TestType, Center, W, Turning<Center>>(Parity::even, at_centers, at_centers);
  support::require_reflection_of<TestType, Center, W, Turning<Center>>(Parity::even, with_values(0.25, -3),
                                                                       with_values(-3, 0.25));
  support::require_reflection_of<TestType, Face, W, Turning<Face>>(Parity::even, at_faces, at_faces);
}

TEMPLATE_LIST_TEST_CASE("Advection agrees with its formula at every size", "[advection][sizes]", support::FormulaAxes) {
  constexpr auto term = [](int k, const auto& v, const auto& y) {
    return v[k] * ((y[k] - y[k - 1]) * y.inverse_df(k));
  };
  support::require_agreement_everywhere<TestType, Center, Face, Center>(
      support::most_sizes, 0, at_centers, [&](Row at, const auto& v, const auto& y) {
        const int k = at.k;
        if (at.bottom && at.top) return 0 * y[0];
        if (at.bottom || at.top) return term(at.bottom ? 1 : k, v, y);
        return (term(k, v, y) + term(k + 1, v, y)) / 2;
      });
  support::require_agreement_everywhere<TestType, Center, Face, Center>(
      support::most_sizes, 0, with_values(2, -3), [&](Row at, const auto& v, const auto& y) {
        const int k = at.k;
        const auto below = at.bottom ? v[0] * (2 * (y[0] - 2) * y.inverse_df(0)) : term(k, v, y);
        const auto above = at.top ? v[k + 1] * (-(2 * (y[k] + 3)) * y.inverse_df(k + 1)) : term(k + 1, v, y);
        return (below + above) / 2;
      });
  support::require_agreement_everywhere<TestType, Face, Face, Face>(
      support::most_sizes, 0, at_faces, [](Row at, const auto& v, const auto& y) {
        const int k = at.k;
        if (at.bottom) return v[k] * ((y[1] - y[0]) * y.inverse_dc(0));
        if (at.top) return v[k] * ((y[k] - y[k - 1]) * y.inverse_dc(k - 1));
        return v[k] * ((y[k + 1] - y[k - 1]) / (y.dc(k - 1) + y.dc(k)));
      });
}

TEMPLATE_LIST_TEST_CASE("Advection may read the fields that it changes", "[advection][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a - 0.25 * AdvectionC2C()(InterpolateC2F()(a), a); });
  support::require_in_place<TestType, Face>([](const auto& a) { return a - 0.25 * AdvectionF2F()(a, a); });
}
