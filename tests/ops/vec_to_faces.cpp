// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include "support/components.hpp"

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("Center-to-face operators of a Vec go component by component", "[vec]", support::OtherAxis) {
  using Number = typename TestType::number;
  const auto require = [](const auto& apply) { support::require_by_component<TestType, Center, Face>(apply); };
  require([](const auto& x, const auto& v, const auto& w) {
    return GradientC2F(bottom(SetValue(v)), top(SetGradient(w)))(x);
  });
  require([](const auto& x, const auto& v, const auto& w) {
    return DivergenceC2F(bottom(SetDivergence(v)), top(SetValue(w)))(x);
  });
  require([](const auto& x, const auto& v, const auto& w) {
    return InterpolateC2F(bottom(SetGradient(v)), top(SetValue(w)))(x) + LeftBiasedC2F(bottom(SetValue(v)))(x) -
           RightBiasedC2F(top(SetValue(w)))(x);
  });
  require([](const auto& x, const auto&, const auto&) { return GradientC2F()(x); });
  require([](const auto& x, const auto& v, const auto& w) {
    return LinearInterpolateC2F(bottom(SetGradient(v)))(x) +
           WeightedInterpolateC2F(bottom(SetValue(v)), top(SetGradient(w)))(spacing<Number>(Center{}), x);
  });
  require([](const auto& x, const auto& v, const auto& w) {
    return Upwind3rdOrderBiasedProductC2F(bottom(SetValue(v)), top(SetValue(w)))(0.4 - heights<Number>(Face{}), x);
  });
}
