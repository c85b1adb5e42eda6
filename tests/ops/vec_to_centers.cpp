// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include "support/components.hpp"

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("Face-to-center operators of a Vec go component by component", "[vec]", support::OneAxis) {
  const auto require = [](const auto& apply) { support::require_by_component<TestType, Face, Center>(apply); };
  require([](const auto& x, const auto& v, const auto& w) {
    return DivergenceF2C(bottom(SetValue(v)), top(SetDivergence(w)))(x);
  });
  require([](const auto& x, const auto& v, const auto& w) {
    return GradientF2C(bottom(SetValue(v)), top(SetValue(w)))(x) + InterpolateF2C(bottom(SetValue(v)))(x);
  });
  require([](const auto& x, const auto& v, const auto& w) {
    return InterpolateF2C()(SetBoundary(bottom(SetValue(v)), top(SetValue(w)))(x));
  });
}

TEMPLATE_LIST_TEST_CASE("A wind of numbers advects a Vec component by component", "[vec]", support::OtherAxis) {
  const auto require = [](const auto& apply) { support::require_by_component<TestType, Center, Center>(apply); };
  const auto height = [](auto where) { return heights<typename TestType::number>(where) - 0.4; };
  require([&](const auto& x, const auto& v, const auto& w) {
    return AdvectionC2C(bottom(SetValue(v)), top(SetValue(w)))(height(Face{}), x) +
           FluxCorrectionC2C()(height(Face{}), x);
  });
  require([&](const auto& x, const auto&, const auto&) { return UpwindBiasedGradient()(height(Center{}), x); });
  require([&](const auto& x, const auto&, const auto&) {
    const auto faces = InterpolateC2F()(x);
    return WeightedInterpolateF2C()(2.0 + height(Face{}), AdvectionF2F()(height(Face{}), faces)) +
           InterpolateF2C()(FluxCorrectionF2F()(height(Center{}), faces));
  });
}

TEMPLATE_LIST_TEST_CASE("A wind of numbers carries a Vec upwind", "[vec]", support::OneAxis) {
  using Number = typename TestType::number;
  const auto grid = support::quadratic_grid(23, 5);
  typename TestType::faces speed(grid), first(grid);
  support::WindField<TestType, Center> x(grid);
  support::WindField<TestType, Face> flux(grid);
  typename TestType::centers component(grid);
  support::scatter(speed, 1);
  support::scatter(component, 2);
  for (std::size_t column = 0; column < 5; ++column)
    for (int level = 0; level < 23; ++level)
      x(level, column) = support::Wind<TestType>{component(level, column), 2 * component(level, column)};
  const support::Wind<TestType> outside{Number(0.5), 1};
  flux = UpwindBiasedProductC2F(bottom(SetValue(outside)), top(SetValue(outside)))(speed, x);
  first = UpwindBiasedProductC2F(bottom(SetValue(0.5)), top(SetValue(0.5)))(speed, component);
  for (std::size_t column = 0; column < 5; ++column)
    for (int level = 0; level < 24; ++level)
      REQUIRE(flux(level, column) == support::Wind<TestType>{first(level, column), 2 * first(level, column)});
}
