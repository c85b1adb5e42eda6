// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include "support/per_column.hpp"

using namespace stencil;

TEMPLATE_LIST_TEST_CASE("Center-to-face operators take a value per column", "[conditions]", support::FormulaAxes) {
  const auto require = [](const auto& make) { support::require_per_column<TestType, Center, Face>(make); };
  require([](const auto& v, const auto& w) { return GradientC2F(bottom(SetValue(v)), top(SetGradient(w))); });
  require([](const auto& v, const auto& w) { return DivergenceC2F(bottom(SetDivergence(v)), top(SetValue(w))); });
  require([](const auto& v, const auto& w) { return InterpolateC2F(bottom(SetGradient(v)), top(SetValue(w))); });
  require([](const auto& v, const auto& w) { return LinearInterpolateC2F(bottom(SetGradient(v)), top(SetValue(w))); });
  require([](const auto& v, const auto& w) {
    const WeightedInterpolateC2F mean(bottom(SetValue(v)), top(SetGradient(w)));
    return [mean](const auto& x) { return mean(1.5 + x, x); };
  });
  require([](const auto& v, const auto& w) {
    const FaceWeightedInterpolateC2F mean(bottom(SetGradient(v)), top(SetValue(w)));
    return [mean](const auto& x) { return mean(0.25, x); };
  });
  require([](const auto& v, const auto& w) {
    const Upwind3rdOrderBiasedProductC2F flux(bottom(SetValue(v)), top(SetValue(w)));
    return [flux](const auto& x) { return flux(InterpolateC2F()(x), x); };
  });
  require([](const auto& v, const auto&) { return LeftBiasedC2F(bottom(SetValue(v))); });
  require([](const auto&, const auto& w) { return RightBiasedC2F(top(SetValue(w))); });
}

TEST_CASE("A condition's field may have another precision and layout than the argument", "[conditions]") {
  const auto grid = support::quadratic_grid(9, 35);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> x(grid);
  FaceField<double> gradient(grid);
  SurfaceField<float> given(grid);
  support::scatter(x, 1);
  support::scatter(given, 2);
  gradient = GradientC2F(bottom(SetGradient(given)), top(SetGradient(-given)))(x);
  for (std::size_t column = 0; column < 35; ++column) {
    REQUIRE(gradient(0, column) == given(column));
    REQUIRE(gradient(9, column) == -given(column));
  }
}
