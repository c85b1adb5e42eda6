// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include "support/per_column.hpp"

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("Face-to-center operators take a value per column", "[conditions]", support::FormulaAxes) {
  const auto require = [](const auto& make) { support::require_per_column<TestType, Face, Center>(make); };
  require([](const auto& v, const auto& w) { return DivergenceF2C(bottom(SetValue(v)), top(SetDivergence(w))); });
  require([](const auto& v, const auto& w) { return GradientF2C(bottom(SetValue(v)), top(SetValue(w))); });
  require([](const auto& v, const auto& w) { return InterpolateF2C(bottom(SetValue(v)), top(SetValue(w))); });
}

TEMPLATE_LIST_TEST_CASE("AdvectionC2C takes a value per column", "[conditions]", support::FormulaAxes) {
  support::require_per_column<TestType, Center, Center>([](const auto& v, const auto& w) {
    const AdvectionC2C advection(bottom(SetValue(v)), top(SetValue(w)));
    return [advection](const auto& x) { return advection(InterpolateC2F()(x), x); };
  });
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedProductC2F and SetBoundary take a value per column", "[conditions]",
                        support::FormulaAxes) {
  support::require_per_column<TestType, Face, Face>(
      [](const auto& v, const auto& w) { return SetBoundary(bottom(SetValue(v)), top(SetValue(w))); });
  support::require_per_column<TestType, Face, Face>([](const auto& v, const auto& w) {
    return [=](const auto& wind) {
      return UpwindBiasedProductC2F(bottom(SetValue(v)), top(SetValue(w)))(wind, GradientF2C()(wind));
    };
  });
}
