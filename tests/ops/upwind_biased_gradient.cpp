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

constexpr auto gradient = [](const auto& w, const auto& x) { return UpwindBiasedGradient()(w, x); };
constexpr auto extrapolated = [](const auto& w, const auto& x) {
  return UpwindBiasedGradient(bottom(Extrapolate{}), top(Extrapolate{}))(w, x);
};

// The footprint, found from the formula.
constexpr auto& reads = footprint<UpwindBiasedGradientAt<Center>, 2>.argument;
static_assert(reads[0].low == 0 && reads[0].high == 0);
static_assert(reads[1].low == -2 && reads[1].high == 2 && reads[1].count() == 3);

// Cells of 1, 3, 1 and 3 m, on paper. At the ends the wind does not count; where it is calm, (9 - 5) / 4.
using Cells = support::FourCells;
constexpr double up[] = {1, 1, 1, 1}, down[] = {-1, -2, -3, -4}, mixed[] = {-1, 2, 0, 1};
constexpr double x[] = {1, 5, 1, 9};
constexpr auto x_leaf = support::leaf<Center>(x);
static_assert(support::values<Cells>(gradient(support::leaf<Center>(up), x_leaf)) == Cells::AtCenters{2, 2, -2, 4});
static_assert(support::values<Cells>(gradient(support::leaf<Center>(down), x_leaf)) == Cells::AtCenters{2, -2, 4, 4});
static_assert(support::values<Cells>(gradient(support::leaf<Center>(mixed), x_leaf)) == Cells::AtCenters{2, 2, 1, 4});
static_assert(support::values<Cells>(extrapolated(support::leaf<Center>(mixed), x_leaf)) ==
              Cells::AtCenters{2, 2, 1, 4});
constexpr double mixed_face[] = {-1, 2, -3, 0, 1};
constexpr double x_face[] = {1, 5, 2, 3, 9};
static_assert(support::values<Cells>(gradient(support::leaf<Face>(mixed_face), support::leaf<Face>(x_face))) ==
              Cells::AtFaces{4, 4, 1, 1.75, 2});

// The only center of a column has no neighbour; its two faces have each other.
constexpr double single[] = {3}, ends[] = {3, 7};
static_assert(support::values<support::OneCell>(gradient(1.0, support::leaf<Center>(single))) ==
              support::OneCell::AtCenters{0});
static_assert(support::values<support::OneCell>(gradient(1.0, support::leaf<Face>(ends))) ==
              support::OneCell::AtFaces{2, 2});

}  // namespace

TEST_CASE("UpwindBiasedGradient is of first order, whatever the wind", "[upwind]") {
  const auto apply = []<class Where>(Where) {
    return [](const ColumnGrid& grid) {
      const auto sine = support::sampled<Where>(grid, [](double z) { return std::sin(z); });
      Field<double, Where> wind(grid);
      support::scatter(wind);
      return Field<double, Where>(gradient(wind, sine));
    };
  };
  const auto cosine = [](double z) { return std::cos(z); };
  for (const auto& meshes : {support::ring(-support::pi, support::pi), support::stretched(0, support::pi)}) {
    support::require_order(meshes, 0.95, 1.05, apply(Center{}), cosine);
    support::require_order(meshes, 0.95, 1.05, apply(Face{}), cosine);
  }
}

TEST_CASE("UpwindBiasedGradient is exact on linear functions and 0 for constants", "[upwind]") {
  const auto line = [](double z) { return 2 * z - 7; };
  for (const auto& grid : {support::quadratic_grid(40, 3), support::grid_per_column(33, 7)}) {
    CenterField<double> wind(grid), centers(grid);
    FaceField<double> face_wind(grid), faces(grid);
    support::scatter(wind);
    support::scatter(face_wind);
    centers = gradient(wind, support::sampled<Center>(grid, line));
    faces = gradient(face_wind, support::sampled<Face>(grid, line));
    support::require_everywhere(centers, 2, 4e-13);
    support::require_everywhere(faces, 2, 4e-13);
    centers = gradient(wind, support::sampled<Center>(grid, [](double) { return 0.1; }));
    support::require_everywhere(centers, 0);
  }
}

TEST_CASE("UpwindBiasedGradient is linear in its second argument", "[upwind]") {
  support::require_linear<Center, Center>([](const auto& y) { return gradient(heights(Center{}) - 0.4, y); });
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedGradient of a column upside down is upside down", "[upwind]",
                        support::FormulaAxes) {
  using support::Parity;
  using support::Turning;
  support::require_reflection_of<TestType, Center, Turning<Center, Parity::odd>, Turning<Center>>(Parity::odd, gradient,
                                                                                                  gradient);
  support::require_reflection_of<TestType, Face, Turning<Face, Parity::odd>, Turning<Face>>(Parity::odd, gradient,
                                                                                            gradient);
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedGradient agrees with its formula at every size", "[upwind][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Center, Center, Center>(
      support::most_sizes, 0, gradient, [](support::Row at, const auto& w, const auto& y) {
        const int k = at.k;
        if (at.bottom && at.top) return 0 * y[0];
        const bool from_below = at.top || (!at.bottom && w[k] > 0);
        return from_below ? (y[k] - y[k - 1]) * y.inverse_df(k) : (y[k + 1] - y[k]) * y.inverse_df(k + 1);
      });
  support::require_agreement_everywhere<TestType, Face, Face, Face>(
      support::most_sizes, 0, gradient, [](support::Row at, const auto& w, const auto& y) {
        const int k = at.k;
        const bool from_below = at.top || (!at.bottom && w[k] > 0);
        return from_below ? (y[k] - y[k - 1]) * y.inverse_dc(k - 1) : (y[k + 1] - y[k]) * y.inverse_dc(k);
      });
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedGradient may read the fields that it changes", "[upwind][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a - 0.25 * a * UpwindBiasedGradient()(a, a); });
  support::require_in_place<TestType, Face>([](const auto& a) { return a - 0.25 * a * UpwindBiasedGradient()(a, a); });
}
