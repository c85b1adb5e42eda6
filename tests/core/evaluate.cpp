// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

TEMPLATE_LIST_TEST_CASE("Several destinations in one evaluate see the values from before it", "[evaluate]",
                        support::OneAxis) {
  const support::Threads threads(4);
  for (const int levels : {1, 2, 31, 66}) {
    for (const std::size_t columns : {std::size_t{3}, std::size_t{1203}}) {
      const auto grid = support::quadratic_grid(levels, columns);
      typename TestType::centers a(grid), a_expected(grid);
      typename TestType::faces f(grid), f_expected(grid);
      support::scatter(a, 1);
      support::scatter(f, 2);
      const typename TestType::centers a_before(a);
      const typename TestType::faces f_before(f);
      const auto of_a = [](const auto& x, const auto& y) { return x - 0.1 * DivergenceF2C()(y); };
      const auto of_f = [](const auto& x, const auto& y) { return y - 0.1 * GradientC2F()(x); };
      a_expected = of_a(a_before, f_before);
      f_expected = of_f(a_before, f_before);
      evaluate(into(a, of_a(a, f)), into(f, of_f(a, f)));
      CAPTURE(levels, columns);
      REQUIRE_THAT(levels_of(a), are(a_expected.to_host()));
      REQUIRE_THAT(levels_of(f), are(f_expected.to_host()));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Two fields may be exchanged", "[evaluate]", support::OtherAxis) {
  const auto grid = support::quadratic_grid(45, 70);
  typename TestType::centers a(grid), b(grid);
  support::scatter(a, 1);
  support::scatter(b, 2);
  const auto a_before = a.to_host(), b_before = b.to_host();
  evaluate(into(a, b), into(b, a));
  REQUIRE(a.to_host() == b_before);
  REQUIRE(b.to_host() == a_before);
}
