// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <utility>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

using OnFaces = FaceField<double>;

constexpr auto with_closure = [](const auto& w, const auto& x) { return UpwindBiasedProductC2F()(w, x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& w, const auto& x) {
    return UpwindBiasedProductC2F(bottom(SetValue(below)), top(SetValue(above)))(w, x);
  };
}

using support::Row;
constexpr auto upwind = [](auto w, auto below, auto above) { return w > 0 ? w * below : w * above; };

// The footprint, found from the formula.
constexpr auto& reads = footprint<UpwindBiasedProductC2F<>, 2>.argument;
static_assert(reads[0].low == 0 && reads[0].high == 0 && reads[0].count() == 1);
static_assert(reads[1].low == -1 && reads[1].high == 1 && reads[1].count() == 2);
using OfFloat = decltype(with_closure(std::declval<FaceField<float>&>(), std::declval<CenterField<float>&>()));
static_assert(std::is_same_v<OfFloat::value_type, float> && std::is_same_v<OfFloat::location, Face>);

// Four cells, on paper: up, down, up, calm and down.
using Cells = support::FourCells;
using Faces = std::array<double, 5>;
constexpr double w[] = {1, -1, 2, 0, -3};
constexpr double x[] = {1, 5, 2, 8};
constexpr Faces by_closure{1, -5, 10, 0, -24};
constexpr Faces by_values{7, -5, 10, 0, -21};

}  // namespace

TEST_CASE("UpwindBiasedProductC2F of four cells is as on paper", "[upwind]") {
  // Not a static_assert: the absolute value of a double is no constant expression in all compilers.
  const auto w_leaf = support::leaf<Face>(w);
  const auto x_leaf = support::leaf<Center>(x);
  REQUIRE(support::values<Cells>(with_closure(w_leaf, x_leaf)) == by_closure);
  REQUIRE(support::values<Cells>(with_values(7, 7)(w_leaf, x_leaf)) == by_values);
  REQUIRE(support::values<Cells>(with_closure(-1.0 * w_leaf, x_leaf)) == Faces{-1, 1, -4, 0, 24});
  REQUIRE(support::values<Cells>(with_values(7, 7)(-1.0 * w_leaf, x_leaf)) == Faces{-1, 1, -4, 0, 24});
  const auto extrapolated = UpwindBiasedProductC2F(bottom(Extrapolate{}), top(Extrapolate{}))(w_leaf, x_leaf);
  REQUIRE(support::values<Cells>(extrapolated) == by_closure);
  const auto at_top = UpwindBiasedProductC2F(top(SetValue(7)))(w_leaf, x_leaf);
  REQUIRE(support::values<Cells>(at_top) == Faces{1, -5, 10, 0, -21});
}

TEST_CASE("UpwindBiasedProductC2F of one cell takes it for all that lies inside", "[upwind]") {
  const double wind[] = {2, -2};
  const double single[] = {3};
  const auto w_leaf = support::leaf<Face>(wind);
  const auto x_leaf = support::leaf<Center>(single);
  using One = std::array<double, 2>;
  REQUIRE(support::values<support::OneCell>(with_closure(w_leaf, x_leaf)) == One{6, -6});
  REQUIRE(support::values<support::OneCell>(with_values(5, 7)(w_leaf, x_leaf)) == One{10, -14});
  REQUIRE(support::values<support::OneCell>(with_values(5, 7)(-1.0 * w_leaf, x_leaf)) == One{-6, 6});
}

TEST_CASE("UpwindBiasedProductC2F of a constant is the wind times it", "[upwind]") {
  const auto grid = support::quadratic_grid(33, 2);
  FaceField<double> wind(grid);
  support::scatter(wind);
  const auto constant = support::sampled<Center>(grid, [](double) { return 0.5; });
  support::require_everywhere(OnFaces(with_closure(wind, constant) - 0.5 * wind), 0);
  support::require_everywhere(OnFaces(with_values(0.5, 0.5)(wind, constant) - 0.5 * wind), 0);
}

TEST_CASE("The divergence of UpwindBiasedProductC2F is of first order on a ring", "[upwind]") {
  const auto apply = [](double speed) {
    return [=](const ColumnGrid& grid) {
      const auto wind = support::sampled<Face>(grid, [=](double) { return speed; });
      const auto sine = support::sampled<Center>(grid, [](double z) { return std::sin(z); });
      return CenterField<double>(DivergenceF2C()(with_closure(wind, sine)));
    };
  };
  const auto ring = support::ring(-support::pi, support::pi);
  support::require_order(ring, 0.95, 1.05, apply(1), [](double z) { return std::cos(z); });
  support::require_order(ring, 0.95, 1.05, apply(-1), [](double z) { return -std::cos(z); });
}

TEST_CASE("UpwindBiasedProductC2F itself is of first order", "[upwind]") {
  const auto apply = [](const ColumnGrid& grid) {
    const auto wind = support::sampled<Face>(grid, [](double z) { return std::cos(2 * z); });
    const auto sine = support::sampled<Center>(grid, [](double z) { return std::sin(z); });
    return OnFaces(with_values(0, 0)(wind, sine));
  };
  for (const auto& meshes : {support::uniform(0, support::pi), support::stretched(0, support::pi)})
    support::require_order(meshes, 0.9, 1.1, apply, [](double z) { return std::cos(2 * z) * std::sin(z); });
}

TEST_CASE("UpwindBiasedProductC2F carries no more than the wind times a step's bounds", "[upwind]") {
  const auto grid = support::quadratic_grid(37, 1);
  FaceField<double> wind(grid);
  support::scatter(wind);
  const auto step = support::sampled<Center>(grid, [](double z) { return z < 0.4 ? 0 : 1; });
  for (const auto& flux : {OnFaces(with_closure(wind, step)), OnFaces(with_values(1, 0)(wind, step))}) {
    for (int face = 0; face < flux.levels(); ++face) REQUIRE((flux(face, 0) == 0 || flux(face, 0) == wind(face, 0)));
  }
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedProductC2F of a column upside down is upside down", "[upwind]",
                        support::FormulaAxes) {
  for (const auto& grid : support::symmetric_grids(3)) {
    typename TestType::faces wind(grid);
    typename TestType::centers field(grid);
    support::scatter(wind, 1);
    support::scatter(field, 2);
    for (std::size_t column = 0; grid.periodic() && column < grid.columns(); ++column)
      wind(grid.levels(), column) = wind(0, column);
    const auto requires_mirror_image = [&](const auto& apply, const auto& mirror) {
      const typename TestType::faces upright(apply(wind, field));
      const typename TestType::faces turned(
          mirror(support::mirrored(wind, support::Parity::odd), support::mirrored(field)));
      REQUIRE_THAT(support::levels_of(turned),
                   support::are(support::mirrored(upright, support::Parity::odd).to_host()));
    };
    requires_mirror_image(with_closure, with_closure);
    requires_mirror_image(with_values(0.25, -3), with_values(-3, 0.25));
  }
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedProductC2F agrees with its formula at every size", "[upwind][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Face, Center>(
      support::every_size, 0, with_closure, [](Row at, const auto& wind, const auto& y) {
        return upwind(wind[at.k], at.bottom ? y[0] : y[at.k - 1], at.top ? y[at.k - 1] : y[at.k]);
      });
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedProductC2F takes the values given outside at every size", "[upwind][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Face, Center>(
      support::most_sizes, 0, with_values(2, -3), [](Row at, const auto& wind, const auto& y) {
        return upwind(wind[at.k], at.bottom ? y.number(2) : y[at.k - 1], at.top ? y.number(-3) : y[at.k]);
      });
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedProductC2F may read the fields that it changes", "[upwind][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a - 0.25 * DivergenceF2C()(UpwindBiasedProductC2F()(InterpolateC2F()(a), a)); });
  support::require_in_place<TestType, Face>(
      [](const auto& wind) { return UpwindBiasedProductC2F()(wind, InterpolateF2C()(wind)); });
}
