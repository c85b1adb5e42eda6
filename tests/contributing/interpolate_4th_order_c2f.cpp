// SPDX-License-Identifier: BSD-3-Clause
#include "contributing/interpolate_4th_order_c2f.hpp"

#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"

using namespace stencil;
using user::Interpolate4thOrderC2F;

namespace {

constexpr auto with_closure = [](const auto& x) { return Interpolate4thOrderC2F()(x); };
constexpr auto with_values = [](const auto& x) {
  return Interpolate4thOrderC2F(bottom(SetValue(2)), top(SetValue(-3)))(x);
};

// What the formula reads, found from the formula: four cells, from one and a half levels below to as far above.
constexpr auto& reads = footprint<Interpolate4thOrderC2F<>, 1>.argument[0];
static_assert(reads.low == -3 && reads.high == 3 && reads.count() == 4);

// Four cells, on paper: (7 (5 + 3) - (1 + 7)) / 12 = 4 in the middle.
using Cells = support::FourCells;
constexpr double x[] = {1, 5, 3, 7};
constexpr auto x_leaf = support::leaf<Center>(x);
static_assert(support::values<Cells>(with_closure(x_leaf)) == Cells::AtFaces{1, 3, 4, 5, 7});
static_assert(support::values<Cells>(with_values(x_leaf)) == Cells::AtFaces{2, 3, 4, 5, -3});

}  // namespace

TEST_CASE("Interpolate4thOrderC2F is of fourth order for cell means", "[contributing]") {
  const auto of_means = [](const ColumnGrid& grid) {
    CenterField<double> means(grid);
    means = GradientF2C()(-cos(heights(Face{})));  // the mean of sin over a cell
    return FaceField<double>(with_closure(means));
  };
  support::require_order(support::ring(-support::pi, support::pi), 3.9, 4.1, of_means,
                         [](double z) { return std::sin(z); });
}

TEMPLATE_LIST_TEST_CASE("Interpolate4thOrderC2F has a value at every face of one, two and three cells",
                        "[contributing]", support::AllAxes) {
  const auto by_closure = [](support::Row at, const auto& y) {
    const int k = at.k;
    if (at.bottom) return y[0];
    if (at.top) return y[k - 1];
    const bool next_to_end = !y.ring && (k == 1 || k + 1 == y.cells());
    return next_to_end ? (y[k - 1] + y[k]) / 2 : (7 * (y[k - 1] + y[k]) - (y[k - 2] + y[k + 1])) / 12;
  };
  const auto by_values = [&](support::Row at, const auto& y) {
    return at.bottom ? y.number(2) : at.top ? y.number(-3) : by_closure(at, y);
  };
  for (const int levels : {1, 2, 3, 4, 5, 33}) {
    for (const auto& grid : {support::quadratic_grid(levels, 3), ColumnGrid::periodic(levels, 0.0, 1.0, 3)}) {
      support::require_agreement<TestType, Face, Center>(grid, 0, with_closure, by_closure);
      support::require_agreement<TestType, Face, Center>(grid, 0, with_values, by_values);
    }
  }
}

TEST_CASE("Interpolate4thOrderC2F in an expression gives the same bits in a thread block", "[contributing]") {
  const auto divergence_on = [](auto backend) {
    const auto grid = support::quadratic_grid(20, 3);
    CenterField<double, decltype(backend)> a(grid), divergence(grid);
    support::scatter(a);
    divergence = DivergenceF2C()(with_closure(a) * GradientC2F()(a));
    return divergence.to_host();
  };
  REQUIRE(divergence_on(backend::Emulation{}) == divergence_on(backend::Cpu{}));
}
