// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <limits>
#include <utility>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

using OnCenters = CenterField<double>;

constexpr auto plain = [](const auto& x) { return GradientF2C()(x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& x) { return GradientF2C(bottom(SetValue(below)), top(SetValue(above)))(x); };
}
constexpr auto extrapolated = [](const auto& x) { return GradientF2C(bottom(Extrapolate{}), top(Extrapolate{}))(x); };

using support::Row;
constexpr auto inside = [](int k, const auto& y) { return (y[k + 1] - y[k]) / y.dc(k); };

// The footprint, found from the formula.
constexpr auto& reads = footprint<GradientF2C<>, 1>.argument[0];
static_assert(reads.low == -1 && reads.high == 1 && reads.count() == 2);
using OfFloat = decltype(plain(std::declval<FaceField<float>&>()));
static_assert(std::is_same_v<OfFloat::value_type, float> && std::is_same_v<OfFloat::location, Center>);

// Four cells, on paper.
using Cells = support::FourCells;
using Centers = Cells::AtCenters;
constexpr double y[] = {3, 1, 7, 2, 11};
constexpr auto y_leaf = support::leaf<Face>(y);
constexpr Centers by_formula{-2, 2, -5, 3};
constexpr Centers by_values{-4, 2, -5, -1};  // (1 - 5) / 1 and (-1 - 2) / 3
constexpr Centers by_neighbours{2, 2, -5, -5};

static_assert(support::values<Cells>(plain(y_leaf)) == by_formula);
static_assert(support::values<Cells>(with_values(5, -1)(y_leaf)) == by_values);
static_assert(support::values<Cells>(extrapolated(y_leaf)) == by_neighbours);
static_assert(support::values<Cells>(GradientF2C(top(SetValue(-1)))(y_leaf)) == Centers{-2, 2, -5, -1});
static_assert(support::values<Cells>(GradientF2C(bottom(Extrapolate{}))(y_leaf)) == Centers{2, 2, -5, 3});

// One cell has no neighbour to continue from and keeps its gradient; two cells exchange theirs.
constexpr double ends[] = {3, 7};
using One = support::OneCell::AtCenters;
static_assert(support::values<support::OneCell>(plain(support::leaf<Face>(ends))) == One{2});
static_assert(support::values<support::OneCell>(extrapolated(support::leaf<Face>(ends))) == One{2});
static_assert(support::values<support::OneCell>(with_values(1, 5)(support::leaf<Face>(ends))) == One{2});
constexpr double three[] = {3, 7, 1};
using Two = support::TwoCells::AtCenters;
static_assert(support::values<support::TwoCells>(extrapolated(support::leaf<Face>(three))) == Two{-2, 4});
static_assert(support::values<support::TwoCells>(GradientF2C(top(Extrapolate{}))(support::leaf<Face>(three))) ==
              Two{4, 4});

}  // namespace

TEMPLATE_LIST_TEST_CASE("GradientF2C of four cells is as on paper", "[gradient]", support::FormulaAxes) {
  support::require_values<TestType, Cells, Face>(plain, y, by_formula);
  support::require_values<TestType, Cells, Face>(with_values(5, -1), y, by_values);
  support::require_values<TestType, Cells, Face>(extrapolated, y, by_neighbours);
}

TEST_CASE("GradientF2C is exact on linear and, on any grid, at the middle of parabolas", "[gradient]") {
  for (const auto& meshes : {support::uniform(0.0, 1.0), support::stretched(0.0, 1.0)}) {
    const auto grid = meshes.make(256, 0.0, 1.0);
    const auto line = support::sampled<Face>(grid, [](double z) { return z; });
    support::require_everywhere(OnCenters(plain(line)), 1, 200 * 0x1p-52);
    support::require_everywhere(OnCenters(with_values(0, 1)(line)), 1, 200 * 0x1p-52);
    const auto parabola = support::sampled<Face>(grid, [](double z) { return z * z; });
    support::require_everywhere(OnCenters(plain(parabola) - 2.0 * heights(Center{})), 0, 500 * 0x1p-52);
  }
  const auto metres = ColumnGrid::uniform(40, -20.0, 20.0);
  support::require_everywhere(OnCenters(plain(support::sampled<Face>(metres, [](double z) { return 3 * z - 7; }))), 3);
  support::require_everywhere(OnCenters(plain(support::sampled<Face>(metres, [](double) { return 0.1; }))), 0);
}

TEST_CASE("GradientF2C is of second order", "[gradient]") {
  const auto apply = [](const auto& operation, double frequency) {
    return [=](const ColumnGrid& grid) {
      return OnCenters(operation(support::sampled<Face>(grid, [=](double z) { return std::sin(frequency * z); })));
    };
  };
  const double f = 3 * support::pi;
  const auto slope = [=](double z) { return f * std::cos(f * z); };
  for (const auto& meshes : {support::uniform(0, 1), support::stretched(0, 1)}) {
    support::require_order(meshes, 1.9, 2.1, apply(plain, f), slope);
    support::require_order(meshes, 1.9, 2.1, apply(with_values(0, 0), f), slope);
  }
  for (const auto& meshes :
       {support::uniform(0, support::pi), support::stretched(0, support::pi), support::ring(-support::pi, support::pi)})
    support::require_order(meshes, 1.9, 2.1, apply(plain, 1), [](double z) { return std::cos(z); });
}

TEST_CASE("GradientF2C is linear", "[gradient]") { support::require_linear<Face, Center>(plain); }

TEMPLATE_LIST_TEST_CASE("GradientF2C of a column upside down is upside down", "[gradient]", support::FormulaAxes) {
  const auto reflects = [](const auto& apply, const auto& mirror) {
    support::require_reflection<TestType, Face, Center>(support::Parity::odd, apply, mirror);
  };
  reflects(plain, plain);
  reflects(with_values(0.25, -3), with_values(-3, 0.25));
  reflects(extrapolated, extrapolated);
}

TEST_CASE("GradientF2C does not read what its conditions replace", "[gradient]") {
  const auto grid = support::quadratic_grid(40, 3);
  FaceField<double> x(grid);
  x = heights(Face{});
  for (std::size_t column = 0; column < grid.columns(); ++column)
    x(0, column) = x(40, column) = std::numeric_limits<double>::quiet_NaN();
  support::require_everywhere(OnCenters(with_values(0, 1)(x)), 1, 200 * 0x1p-52);
  support::require_everywhere(OnCenters(extrapolated(x)), 1, 200 * 0x1p-52);
}

TEMPLATE_LIST_TEST_CASE("GradientF2C agrees with its formula at every size", "[gradient][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Center, Face>(support::every_size, 3, plain,
                                                                [](Row at, const auto& x) { return inside(at.k, x); });
}

TEMPLATE_LIST_TEST_CASE("GradientF2C agrees with its conditions' formulas", "[gradient][sizes]", support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Center, Face>(
      support::most_sizes, 3, with_values(2, -3), [](Row at, const auto& x) {
        return ((at.top ? x.number(-3) : x[at.k + 1]) - (at.bottom ? x.number(2) : x[at.k])) / x.dc(at.k);
      });
  support::require_agreement_everywhere<TestType, Center, Face>(
      support::most_sizes, 3, extrapolated, [](Row at, const auto& x) {
        const int last = x.cells() - 1;
        return inside(last == 0 ? 0 : at.bottom ? 1 : at.top ? last - 1 : at.k, x);
      });
}

TEMPLATE_LIST_TEST_CASE("GradientF2C may read the field that it changes", "[gradient][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Face>([](const auto& a) { return a + 0.25 * GradientC2F()(GradientF2C()(a)); });
}
