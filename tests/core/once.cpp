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

/// Uses of two names, one of them by operators that read its neighbours.
struct Twice {
  std::atomic<std::size_t>*inner_calls, *outer_calls;
  STENCIL_FUNCTION auto operator()(auto a) const {
    const auto inner = pointwise(Counting{inner_calls})(a);
    const auto outer = pointwise(Counting{outer_calls})(InterpolateF2C()(GradientC2F()(inner)) + inner);
    return results(outer * inner + InterpolateF2C()(InterpolateC2F()(outer)), inner - a, GradientC2F()(inner));
  }
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("A name in a column function is computed once however often it is used", "[columnwise]",
                        support::OtherAxis) {
  const auto grid = support::quadratic_grid(levels, columns);
  typename TestType::centers a(grid), first(grid), second(grid), tripled(grid), both(grid), expected(grid);
  typename TestType::faces third(grid), slope(grid);
  support::scatter(a);
  std::atomic<std::size_t> inner_calls{0}, outer_calls{0};
  fields(first, second, third) = columnwise(Twice{&inner_calls, &outer_calls})(a);
  REQUIRE(once_each(inner_calls));
  REQUIRE(once_each(outer_calls));
  tripled = 3 * a;
  both = 3 * (InterpolateF2C()(GradientC2F()(tripled)) + tripled);
  expected = both * tripled + InterpolateF2C()(InterpolateC2F()(both));
  REQUIRE_THAT(levels_of(first), are(expected.to_host()));
  expected = tripled - a;
  REQUIRE_THAT(levels_of(second), are(expected.to_host()));
  slope = GradientC2F()(tripled);
  REQUIRE_THAT(levels_of(third), are(slope.to_host()));
}

TEST_CASE("The argument of an operator is evaluated once where it is costly", "[plan]") {
  const auto grid = support::quadratic_grid(levels, columns);
  CenterField<double> a(grid);
  FaceField<double> gradient(grid);
  support::scatter(a);
  std::atomic<std::size_t> calls{0};
  gradient = GradientC2F()(pointwise(Counting{&calls})(a));
  REQUIRE(once_each(calls));
}

TEST_CASE("A sub-expression that stands twice may be read while its operand is overwritten", "[aliasing]") {
  const support::Threads threads(4);
  const auto grid = support::quadratic_grid(65, 1003);
  CenterField<double> a(grid), b(grid), expected(grid);
  support::scatter(a);
  const CenterField<double> before(a);
  expected = before * before + DivergenceF2C()(GradientC2F()(before * before));
  const auto square = a * a;
  evaluate(into(a, square + DivergenceF2C()(GradientC2F()(square))), into(b, a));
  REQUIRE_THAT(levels_of(a), are(expected.to_host()));
  REQUIRE_THAT(levels_of(b), are(before.to_host()));
}
