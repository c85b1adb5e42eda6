// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

using OnFaces = FaceField<double>;

constexpr auto with_closure = [](const auto& x) { return LinearInterpolateC2F()(x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& x) { return LinearInterpolateC2F(bottom(SetValue(below)), top(SetValue(above)))(x); };
}
constexpr auto with_gradients(double below, double above) {
  return [=](const auto& x) { return LinearInterpolateC2F(bottom(SetGradient(below)), top(SetGradient(above)))(x); };
}

using support::Row;
constexpr auto inside = [](int k, const auto& y) {
  return (y.dc(k) * y[k - 1] + y.dc(k - 1) * y[k]) / (y.dc(k - 1) + y.dc(k));
};

// The footprint, found from the formula.
constexpr auto& reads = footprint<LinearInterpolateC2F<>, 1>.argument[0];
static_assert(reads.low == -1 && reads.high == 1 && reads.count() == 2);

// Cells of 1, 3, 1 and 3 m, on paper: (3 1 + 1 5) / 4 = 2, (1 5 + 3 1) / 4 = 2, (3 1 + 1 9) / 4 = 3; to the ends
// 1 - (5 - 1) (1/2) / 2 = 0 and 9 + (9 - 1) (3/2) / 2 = 15.
using Cells = support::FourCells;
using Faces = Cells::AtFaces;
constexpr double x[] = {1, 5, 1, 9};
constexpr auto x_leaf = support::leaf<Center>(x);
constexpr Faces by_closure{0, 2, 2, 3, 15};
constexpr Faces by_values{7, 2, 2, 3, -7};
constexpr Faces by_gradients{-1, 2, 2, 3, 12};  // 1 - 4/2 and 9 + 2 3/2
static_assert(support::values<Cells>(with_closure(x_leaf)) == by_closure);
static_assert(support::values<Cells>(with_values(7, -7)(x_leaf)) == by_values);
static_assert(support::values<Cells>(with_gradients(4, 2)(x_leaf)) == by_gradients);
static_assert(support::values<Cells>(LinearInterpolateC2F(bottom(Extrapolate{}), top(Extrapolate{}))(x_leaf)) ==
              by_closure);

// One cell has no slope to continue; two have one.
constexpr double single[] = {3};
static_assert(support::values<support::OneCell>(with_closure(support::leaf<Center>(single))) ==
              support::OneCell::AtFaces{3, 3});
constexpr double pair[] = {3, 7};
static_assert(support::values<support::TwoCells>(with_closure(support::leaf<Center>(pair))) ==
              support::TwoCells::AtFaces{2, 4, 10});

}  // namespace

TEMPLATE_LIST_TEST_CASE("LinearInterpolateC2F of four cells is as on paper", "[interpolation]", support::FormulaAxes) {
  support::require_values<TestType, Cells, Center>(with_closure, x, by_closure);
  support::require_values<TestType, Cells, Center>(with_gradients(4, 2), x, by_gradients);
}

TEST_CASE("LinearInterpolateC2F is exact on linear functions on any grid", "[interpolation]") {
  std::vector<double> heights{0};
  for (std::uint64_t i = 0; i < 40; ++i) heights.push_back(heights.back() + 1.25 + support::scattered(i));
  for (const auto& grid : {ColumnGrid::from_faces(heights), support::quadratic_grid(2, 1),
                           support::stretched(0, 1).make(256, 0, 1), support::grid_per_column(33, 9)}) {
    FaceField<double> error(grid);
    const auto line = support::sampled<Center>(grid, [](double z) { return 3 - 0.5 * z; });
    const auto expected = support::sampled<Face>(grid, [](double z) { return 3 - 0.5 * z; });
    error = with_closure(line) - expected;
    support::require_everywhere(error, 0, 2e-14);
    error = LinearInterpolateC2F(bottom(SetGradient(-0.5)), top(SetGradient(-0.5)))(line) - expected;
    support::require_everywhere(error, 0, 2e-14);
  }
}

TEST_CASE("LinearInterpolateC2F is of second order", "[interpolation]") {
  const auto apply = [](const auto& operation) {
    return [=](const ColumnGrid& grid) {
      return OnFaces(operation(support::sampled<Center>(grid, [](double z) { return std::sin(3 * support::pi * z); })));
    };
  };
  const auto sine = [](double z) { return std::sin(3 * support::pi * z); };
  for (const auto& meshes : {support::uniform(0, 1), support::stretched(0, 1)}) {
    support::require_order(meshes, 1.9, 2.1, apply(with_values(0, 0)), sine);
    support::require_order(meshes, 1.9, 2.1, apply(with_gradients(3 * support::pi, -3 * support::pi)), sine);
  }
}

TEST_CASE("LinearInterpolateC2F preserves constants and is linear", "[interpolation]") {
  const auto field = support::sampled<Center>(support::quadratic_grid(33, 2), [](double) { return 0.1; });
  support::require_everywhere(OnFaces(with_closure(field)), 0.1, 0x1p-52);
  support::require_linear<Center, Face>(with_closure);
}

TEMPLATE_LIST_TEST_CASE("LinearInterpolateC2F of a column upside down is upside down", "[interpolation]",
                        support::FormulaAxes) {
  const auto reflects = [](const auto& apply, const auto& mirror) {
    support::require_reflection<TestType, Center, Face>(support::Parity::even, apply, mirror);
  };
  reflects(with_closure, with_closure);
  reflects(with_values(0.25, -3), with_values(-3, 0.25));
  reflects(with_gradients(0.25, -3), with_gradients(3, -0.25));
}

TEMPLATE_LIST_TEST_CASE("LinearInterpolateC2F agrees with its formula at every size", "[interpolation][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 4, with_values(2, -3), [](Row at, const auto& y) {
        return at.bottom ? y.number(2) : at.top ? y.number(-3) : inside(at.k, y);
      });
}

TEMPLATE_LIST_TEST_CASE("LinearInterpolateC2F continues the line through the end cells", "[interpolation][sizes]",
                        support::FormulaAxes) {
  using Number = typename TestType::number;
  for (const int levels : {1, 2, 3, 4, 33, 130}) {
    const auto grid = support::grid_per_column(levels, 5);
    const typename TestType::centers y(grid);
    support::scatter(y);
    const auto got = support::evaluated<typename TestType::faces>(grid, with_closure(y));
    // Through heights: they are rounded to parts of the depth, which are parts of a cell times the number of levels.
    const double tolerance = (20 + levels) * static_cast<double>(std::numeric_limits<Number>::epsilon());
    const int last = levels - 1, step = levels > 1 ? 1 : 0;
    for (std::size_t column = 0; column < grid.columns(); ++column) {
      const auto line = [&](int end, int next, double height) {
        const auto z = [&](int cell) { return grid.z_centers(column)[static_cast<std::size_t>(cell)]; };
        const double rise = static_cast<double>(y(next, column)) - static_cast<double>(y(end, column));
        return y(end, column) + (step == 0 ? 0 : rise * (height - z(end)) / (z(next) - z(end)));
      };
      CAPTURE(levels, column);
      REQUIRE(std::abs(got(0, column) - line(0, step, grid.z_faces(column).front())) <= tolerance);
      REQUIRE(std::abs(got(levels, column) - line(last, last - step, grid.z_faces(column).back())) <= tolerance);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("LinearInterpolateC2F may read the field that it changes", "[interpolation][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a + InterpolateF2C()(LinearInterpolateC2F()(a)); });
}
