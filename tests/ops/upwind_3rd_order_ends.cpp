// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "support/convergence.hpp"

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

}  // namespace

TEST_CASE("Next to the ends Upwind3rdOrderBiasedProductC2F is of the order of its condition", "[upwind]") {
  const auto column = support::uniform(0, 1.5 * support::pi);
  const auto apply = [](const auto& operation, double speed) {
    return [=](const ColumnGrid& grid) {
      OnCenters means(grid);
      means = GradientF2C()(-cos(heights(Face{})));  // the mean of sin over a cell
      return OnFaces(SetBoundary(bottom(SetValue(0.0)), top(SetValue(-speed)))(operation(speed, means)));
    };
  };
  for (const double speed : {1.0, -1.0}) {
    const auto carried = [=](double z) { return speed * std::sin(z); };
    support::require_order(column, 2.9, 3.6, apply(with_closure, speed), carried);
    // First order at one face: 1.5 in the norm, unless the slope vanishes there, as it does at the top.
    if (speed > 0) support::require_order(column, 1.4, 1.6, apply(first_order, speed), carried);
  }
}

TEST_CASE("The divergence between closed ends loses as much as the condition of Upwind3rdOrderBiasedProductC2F",
          "[upwind]") {
  const auto column = support::uniform(0, support::pi);
  const auto apply = [](const auto& operation, const auto& wind) {
    return [=](const ColumnGrid& grid) {
      OnCenters means(grid);
      means = GradientF2C()(-cos(heights(Face{})));
      const DivergenceF2C divergence(bottom(SetValue(0.0)), top(SetValue(0.0)));
      return OnCenters(divergence(operation(support::sampled<Face>(grid, wind), means)));
    };
  };
  support::require_order(column, 0.4, 1.1, apply(first_order, [](double) { return 1.0; }),
                         [](double z) { return std::cos(z); });
  support::require_order(column, 1.9, 2.1, apply(third_order, [](double z) { return std::cos(z); }),
                         [](double z) { return std::cos(2 * z); });
}
