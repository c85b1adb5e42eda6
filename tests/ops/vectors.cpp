// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;

/// On a field of Vec every operator works component by component, with Vec values in its conditions.
namespace {

template <class Axis>
using Wind = Vec<typename Axis::number, 2>;
template <class Axis, class Location>
using WindField = Field<Wind<Axis>, Location, backend::Cpu, typename Axis::layout>;

/// `apply(x, v, w)` on winds with Vec conditions v and w, against the same on each component with its numbers.
template <class Axis, class From, class To, class Apply>
void require_by_component(const Apply& apply) {
  using Number = typename Axis::number;
  const Wind<Axis> v{2, Number(-0.5)}, w{-3, Number(0.25)};
  for (const int levels : {1, 2, 19, 40}) {
    const auto grid = support::quadratic_grid(levels, 19);
    WindField<Axis, From> wind(grid);
    WindField<Axis, To> result(grid);
    typename Axis::template field<From> component[] = {typename Axis::template field<From>(grid),
                                                       typename Axis::template field<From>(grid)};
    for (std::size_t i = 0; i < 2; ++i) {
      support::scatter(component[i], i);
      for (std::size_t column = 0; column < grid.columns(); ++column)
        for (int level = 0; level < wind.levels(); ++level) wind(level, column)[i] = component[i](level, column);
    }
    result = apply(wind, v, w);
    for (std::size_t i = 0; i < 2; ++i) {
      typename Axis::template field<To> expected(grid), got(grid);
      expected = apply(component[i], v[i], w[i]);
      for (std::size_t column = 0; column < grid.columns(); ++column)
        for (int level = 0; level < result.levels(); ++level) got(level, column) = result(level, column)[i];
      CAPTURE(levels, i);
      REQUIRE_THAT(support::levels_of(got), support::are(expected.to_host()));
    }
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Center-to-face operators of a Vec go component by component", "[vec]", support::TwoAxes) {
  const auto require = [](const auto& apply) { require_by_component<TestType, Center, Face>(apply); };
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
}

TEMPLATE_LIST_TEST_CASE("Face-to-center operators of a Vec go component by component", "[vec]", support::TwoAxes) {
  const auto require = [](const auto& apply) { require_by_component<TestType, Face, Center>(apply); };
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

TEMPLATE_LIST_TEST_CASE("A wind of numbers carries a Vec upwind", "[vec]", support::TwoAxes) {
  using Number = typename TestType::number;
  const auto grid = support::quadratic_grid(23, 5);
  typename TestType::faces speed(grid), first(grid);
  WindField<TestType, Center> x(grid);
  WindField<TestType, Face> flux(grid);
  typename TestType::centers component(grid);
  support::scatter(speed, 1);
  support::scatter(component, 2);
  for (std::size_t column = 0; column < 5; ++column)
    for (int level = 0; level < 23; ++level)
      x(level, column) = Wind<TestType>{component(level, column), 2 * component(level, column)};
  const Wind<TestType> outside{Number(0.5), 1};
  flux = UpwindBiasedProductC2F(bottom(SetValue(outside)), top(SetValue(outside)))(speed, x);
  first = UpwindBiasedProductC2F(bottom(SetValue(0.5)), top(SetValue(0.5)))(speed, component);
  for (std::size_t column = 0; column < 5; ++column)
    for (int level = 0; level < 24; ++level)
      REQUIRE(flux(level, column) == Wind<TestType>{first(level, column), 2 * first(level, column)});
}
