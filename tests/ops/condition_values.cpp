// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;

/// The value of a condition may be one number for all columns, or one per column: a SurfaceField or an expression.
namespace {

/// Applies an operator made with surface values to all columns, and one made with those numbers to each.
template <class Axis, class From, class To, class Make>
void require_per_column(const Make& make) {
  for (const auto& grid :
       {support::quadratic_grid(21, 37), support::grid_per_column(4, 5), support::quadratic_grid(1, 3)}) {
    typename Axis::template field<From> x(grid);
    typename Axis::template field<To> result(grid);
    typename Axis::surface below(grid), above(grid);
    support::scatter(x, 1);
    support::scatter(below, 2);
    support::scatter(above, 3);
    result = make(below, 2 * above)(x);
    typename Axis::template field<To> expected(grid);
    for (std::size_t column = 0; column < grid.columns(); ++column) {
      typename Axis::template field<To> with_numbers(grid);
      with_numbers = make(below(column), 2 * above(column))(x);
      for (int level = 0; level < result.levels(); ++level) expected(level, column) = with_numbers(level, column);
    }
    CAPTURE(grid.levels(), grid.columns());
    REQUIRE_THAT(support::levels_of(result), support::are(expected.to_host()));
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Center-to-face operators take a value per column", "[conditions]", support::TwoAxes) {
  const auto require = [](const auto& make) { require_per_column<TestType, Center, Face>(make); };
  require([](const auto& v, const auto& w) { return GradientC2F(bottom(SetValue(v)), top(SetGradient(w))); });
  require([](const auto& v, const auto& w) { return DivergenceC2F(bottom(SetDivergence(v)), top(SetValue(w))); });
  require([](const auto& v, const auto& w) { return InterpolateC2F(bottom(SetGradient(v)), top(SetValue(w))); });
  require([](const auto& v, const auto&) { return LeftBiasedC2F(bottom(SetValue(v))); });
  require([](const auto&, const auto& w) { return RightBiasedC2F(top(SetValue(w))); });
}

TEMPLATE_LIST_TEST_CASE("Face-to-center operators take a value per column", "[conditions]", support::TwoAxes) {
  const auto require = [](const auto& make) { require_per_column<TestType, Face, Center>(make); };
  require([](const auto& v, const auto& w) { return DivergenceF2C(bottom(SetValue(v)), top(SetDivergence(w))); });
  require([](const auto& v, const auto& w) { return GradientF2C(bottom(SetValue(v)), top(SetValue(w))); });
  require([](const auto& v, const auto& w) { return InterpolateF2C(bottom(SetValue(v)), top(SetValue(w))); });
}

TEMPLATE_LIST_TEST_CASE("UpwindBiasedProductC2F and SetBoundary take a value per column", "[conditions]",
                        support::TwoAxes) {
  require_per_column<TestType, Face, Face>(
      [](const auto& v, const auto& w) { return SetBoundary(bottom(SetValue(v)), top(SetValue(w))); });
  require_per_column<TestType, Face, Face>([](const auto& v, const auto& w) {
    return [=](const auto& wind) {
      return UpwindBiasedProductC2F(bottom(SetValue(v)), top(SetValue(w)))(wind, GradientF2C()(wind));
    };
  });
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
