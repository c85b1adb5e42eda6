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

constexpr auto at_centers = [](const auto& w, const auto& x) { return FluxCorrectionC2C()(w, x); };
constexpr auto at_faces = [](const auto& w, const auto& x) { return FluxCorrectionF2F()(w, x); };

using support::Parity;
using support::Row;
using support::Turning;

// The footprint, found from the formula.
constexpr auto& reads = footprint<FluxCorrectionF2F<>, 2>.argument;
static_assert(reads[0].low == -1 && reads[0].high == 1 && reads[0].count() == 2);
static_assert(reads[1].low == -2 && reads[1].high == 2 && reads[1].count() == 3);

// On paper: differences per metre 2, -2 and 4 at the inner faces.
using Cells = support::FourCells;
constexpr double w[] = {3, 1, -2, 5, 4};
constexpr double x[] = {1, 5, 1, 9};
constexpr Cells::AtCenters on_paper{2, -4 - 2, 20 + 4, -20};
constexpr double w_center[] = {3, 1, -2, 5};
constexpr double x_face[] = {1, 5, 2, 3, 9};  // 4, -1, 1 and 2 per metre
constexpr Cells::AtFaces on_faces{12, -1 - 12, 2 + 1, 10 - 2, -10};

}  // namespace

// Not a static_assert: the absolute value of a double is no constant expression in all compilers.
TEST_CASE("Flux corrections of four cells are as on paper", "[advection]") {
  REQUIRE(support::values<Cells>(at_centers(support::leaf<Face>(w), support::leaf<Center>(x))) == on_paper);
  REQUIRE(support::values<Cells>(at_faces(support::leaf<Center>(w_center), support::leaf<Face>(x_face))) == on_faces);
  const auto extrapolated = FluxCorrectionC2C(bottom(Extrapolate{}), top(Extrapolate{}));
  REQUIRE(support::values<Cells>(extrapolated(support::leaf<Face>(w), support::leaf<Center>(x))) == on_paper);
  const double single[] = {3}, ends[] = {3, 7}, wind[] = {-2, 5};
  using One = support::OneCell;
  REQUIRE(support::values<One>(at_centers(support::leaf<Face>(wind), support::leaf<Center>(single))) ==
          One::AtCenters{0});
  REQUIRE(support::values<One>(at_faces(-3.0, support::leaf<Face>(ends))) == One::AtFaces{6, -6});
}

TEST_CASE("AdvectionC2C less half of FluxCorrectionC2C is upwind", "[advection]") {
  for (const auto& grid :
       {support::quadratic_grid(40, 3), support::grid_per_column(33, 7), ColumnGrid::periodic(16, 0.0, 1.0, 2)}) {
    CenterField<double> y(grid), difference(grid);
    support::scatter(y);
    for (const double wind : {2.0, -3.0}) {
      const auto gradient = GradientC2F()(y);
      const auto advected = AdvectionC2C()(wind, y) - at_centers(wind, y) / 2.0;
      if (wind > 0) {
        difference = advected - wind * LeftBiasedF2C()(gradient);
      } else {
        difference = advected - wind * RightBiasedF2C()(gradient);
      }
      const int ends = grid.periodic() ? 0 : 1;  // there the flux correction has one term, and the advection too
      for (std::size_t column = 0; column < grid.columns(); ++column) {
        for (int k = ends; k < grid.levels() - ends; ++k) {
          CAPTURE(wind, column, k, difference(k, column));
          REQUIRE(std::abs(difference(k, column)) <= 2e-12);
        }
      }
    }
  }
}

TEST_CASE("Flux corrections are |w| dz times the second derivative, to second order", "[advection]") {
  const auto sine = [](double z) { return std::sin(z); };
  const auto curvature = [](double z) { return -2 * std::sin(z); };
  const auto centers = [&](const ColumnGrid& grid) {
    const auto smooth = support::sampled<Center>(grid, sine);
    return CenterField<double>(at_centers(-2.0, smooth) / spacing(Center{}));
  };
  const auto faces = [&](const ColumnGrid& grid) {
    const auto smooth = support::sampled<Face>(grid, sine);
    return FaceField<double>(at_faces(2.0, smooth) / spacing(Face{}));
  };
  const auto ring = support::ring(-support::pi, support::pi);
  support::require_order(ring, 1.9, 2.1, centers, curvature);
  support::require_order(ring, 1.9, 2.1, faces, curvature);
}

TEST_CASE("Flux corrections of constants are 0, and they are linear in what is carried", "[advection]") {
  const auto grid = support::quadratic_grid(33, 2);
  FaceField<double> wind(grid);
  support::scatter(wind);
  const auto constant = support::sampled<Center>(grid, [](double) { return 0.1; });
  support::require_everywhere(CenterField<double>(at_centers(wind, constant)), 0);
  support::require_linear<Center, Center>([](const auto& y) { return at_centers((0.4 - heights(Face{})) / 16.0, y); });
  support::require_linear<Face, Face>([](const auto& y) { return at_faces((0.4 - heights(Center{})) / 16.0, y); });
}

TEMPLATE_LIST_TEST_CASE("Flux corrections of a column upside down are upside down", "[advection]",
                        support::FormulaAxes) {
  support::require_reflection_of<TestType, Center, Turning<Face, Parity::odd>, Turning<Center>>(Parity::even,
                                                                                                at_centers, at_centers);
  support::require_reflection_of<TestType, Face, Turning<Center, Parity::odd>, Turning<Face>>(Parity::even, at_faces,
                                                                                              at_faces);
}

TEMPLATE_LIST_TEST_CASE("Flux corrections agree with their formula at every size", "[advection][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Center, Face, Center>(
      support::most_sizes, 0, at_centers, [](Row at, const auto& v, const auto& y) {
        const int k = at.k;
        const auto toward = [&](int face, int next) {
          return std::abs(v[face]) * ((y[next] - y[k]) * y.inverse_df(face));
        };
        const auto below = at.bottom ? 0 * y[k] : toward(k, k - 1), above = at.top ? 0 * y[k] : toward(k + 1, k + 1);
        return below + above;
      });
  support::require_agreement_everywhere<TestType, Face, Center, Face>(
      support::most_sizes, 0, at_faces, [](Row at, const auto& v, const auto& y) {
        const int k = at.k;
        const auto toward = [&](int cell, int next) {
          return std::abs(v[cell]) * ((y[next] - y[k]) * y.inverse_dc(cell));
        };
        const auto below = at.bottom ? 0 * y[k] : toward(k - 1, k - 1), above = at.top ? 0 * y[k] : toward(k, k + 1);
        return below + above;
      });
}

TEMPLATE_LIST_TEST_CASE("Flux corrections may read the fields that they change", "[advection][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a - 0.25 * FluxCorrectionC2C()(InterpolateC2F()(a), a); });
  support::require_in_place<TestType, Face>(
      [](const auto& a) { return a - 0.25 * FluxCorrectionF2F()(InterpolateF2C()(a), a); });
}
