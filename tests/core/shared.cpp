// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <atomic>
#include <cstddef>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

namespace {

/// Counts its calls.
struct Counting {
  std::atomic<std::size_t>* calls;
  template <class T>
  T operator()(T x) const {
    calls->fetch_add(1, std::memory_order_relaxed);
    return 3 * x;
  }
};

constexpr int levels = 64;
constexpr std::size_t columns = 32;

/// Whether every value was made once. A backend may go over the ends of a column again, with the vectors that hold
/// them; recomputing at each use would at least double the calls.
bool once_each(std::size_t calls) { return calls >= levels * columns && calls <= (levels + 16) * columns; }

}  // namespace

TEMPLATE_LIST_TEST_CASE("A shared expression is evaluated once however often it is used", "[shared]",
                        support::TwoAxes) {
  const auto grid = support::quadratic_grid(levels, columns);
  typename TestType::centers a(grid), result(grid), expected(grid);
  support::scatter(a);
  std::atomic<std::size_t> calls{0};
  const auto tripled = pointwise(Counting{&calls})(a);
  expected = tripled * tripled + tripled;
  REQUIRE(calls >= 3 * levels * columns);
  calls = 0;
  const auto once = shared(tripled);
  result = once * once + once;
  REQUIRE(once_each(calls));
  REQUIRE_THAT(levels_of(result), are(expected.to_host()));
}

TEMPLATE_LIST_TEST_CASE("A shared expression is evaluated once for operators that read its neighbours", "[shared]",
                        support::TwoAxes) {
  const auto grid = support::quadratic_grid(levels, columns);
  typename TestType::centers a(grid), result(grid), expected(grid), tripled(grid);
  support::scatter(a);
  std::atomic<std::size_t> calls{0};
  const auto once = shared(pointwise(Counting{&calls})(a));
  const auto formula = [](const auto& x) {
    return x + DivergenceF2C()(GradientC2F()(x)) * InterpolateF2C()(InterpolateC2F()(x));
  };
  result = formula(once);
  REQUIRE(once_each(calls));
  tripled = 3 * a;
  expected = formula(tripled);
  REQUIRE_THAT(levels_of(result), are(expected.to_host()));
}

TEMPLATE_LIST_TEST_CASE("A shared expression is evaluated once for all destinations of an evaluate", "[shared]",
                        support::TwoAxes) {
  const auto grid = support::quadratic_grid(levels, columns);
  typename TestType::centers a(grid), first(grid), third(grid);
  typename TestType::faces second(grid), expected(grid);
  support::scatter(a);
  std::atomic<std::size_t> calls{0};
  const auto once = shared(pointwise(Counting{&calls})(a));
  evaluate(into(first, once), into(second, GradientC2F()(once)), into(third, once - a));
  REQUIRE(once_each(calls));
  expected = GradientC2F()(first);
  REQUIRE_THAT(levels_of(second), are(expected.to_host()));
  for (std::size_t column = 0; column < columns; ++column) {
    for (int level = 0; level < levels; ++level) {
      REQUIRE(first(level, column) == 3 * a(level, column));
      REQUIRE(third(level, column) == first(level, column) - a(level, column));
    }
  }
}

TEST_CASE("Two calls of shared are two values, also of the same expression", "[shared]") {
  const auto grid = support::quadratic_grid(levels, columns);
  CenterField<double> a(grid), b(grid), result(grid);
  support::scatter(a, 1);
  support::scatter(b, 2);
  const auto make = [](const CenterField<double>& x) { return shared(x * x); };
  const auto first = make(a), second = make(b);
  result = first - second + first * second;
  for (std::size_t column = 0; column < columns; ++column) {
    for (int level = 0; level < levels; ++level) {
      const double x = a(level, column) * a(level, column), y = b(level, column) * b(level, column);
      REQUIRE(result(level, column) == x - y + x * y);
    }
  }
}

TEST_CASE("Shared expressions nest", "[shared]") {
  const auto grid = support::quadratic_grid(levels, columns);
  CenterField<double> a(grid), result(grid), expected(grid);
  support::scatter(a);
  std::atomic<std::size_t> inner_calls{0}, outer_calls{0};
  const auto inner = shared(pointwise(Counting{&inner_calls})(a));
  const auto outer = shared(pointwise(Counting{&outer_calls})(InterpolateF2C()(GradientC2F()(inner)) + inner));
  result = outer * inner + InterpolateF2C()(InterpolateC2F()(outer));
  REQUIRE(once_each(inner_calls));
  REQUIRE(once_each(outer_calls));
  CenterField<double> tripled(grid), both(grid);
  tripled = 3 * a;
  both = 3 * (InterpolateF2C()(GradientC2F()(tripled)) + tripled);
  expected = both * tripled + InterpolateF2C()(InterpolateC2F()(both));
  REQUIRE_THAT(levels_of(result), are(expected.to_host()));
}

TEST_CASE("The argument of an operator is evaluated once where it is costly", "[shared]") {
  const auto grid = support::quadratic_grid(levels, columns);
  CenterField<double> a(grid);
  FaceField<double> gradient(grid);
  support::scatter(a);
  std::atomic<std::size_t> calls{0};
  gradient = GradientC2F()(pointwise(Counting{&calls})(a));
  REQUIRE(once_each(calls));
}

TEST_CASE("A shared expression may be read while its operand is overwritten", "[shared][aliasing]") {
  const support::Threads threads(4);
  const auto grid = support::quadratic_grid(65, 1003);
  CenterField<double> a(grid), b(grid), expected(grid);
  support::scatter(a);
  const CenterField<double> before(a);
  expected = before * before + DivergenceF2C()(GradientC2F()(before * before));
  const auto square = shared(a * a);
  evaluate(into(a, square + DivergenceF2C()(GradientC2F()(square))), into(b, a));
  REQUIRE_THAT(levels_of(a), are(expected.to_host()));
  REQUIRE_THAT(levels_of(b), are(before.to_host()));
}

TEST_CASE("What is stored inside a shared expression is evaluated once too", "[shared]") {
  const auto grid = support::quadratic_grid(levels, columns);
  CenterField<double> a(grid), tripled(grid);
  FaceField<double> result(grid), expected(grid);
  support::scatter(a);
  std::atomic<std::size_t> calls{0};
  const auto gradient = shared(GradientC2F()(pointwise(Counting{&calls})(a)));
  result = gradient * gradient + gradient;
  REQUIRE(once_each(calls));
  tripled = 3 * a;
  expected = GradientC2F()(tripled) * GradientC2F()(tripled) + GradientC2F()(tripled);
  REQUIRE_THAT(levels_of(result), are(expected.to_host()));
}
