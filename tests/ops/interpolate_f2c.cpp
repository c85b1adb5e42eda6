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

constexpr auto plain = [](const auto& x) { return InterpolateF2C()(x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& x) { return InterpolateF2C(bottom(SetValue(below)), top(SetValue(above)))(x); };
}

using support::Row;
constexpr auto inside = [](int k, const auto& x) { return (x[k] + x[k + 1]) / 2; };

// The footprint, found from the formula.
constexpr auto& reads = footprint<InterpolateF2C<>, 1>.argument[0];
static_assert(reads.low == -1 && reads.high == 1 && reads.count() == 2);
using OfFloat = decltype(plain(std::declval<FaceField<float>&>()));
static_assert(std::is_same_v<OfFloat::value_type, float> && std::is_same_v<OfFloat::location, Center>);

// Four cells, on paper.
using Cells = support::FourCells;
using Centers = Cells::AtCenters;
constexpr double y[] = {3, 1, 7, 2, 11};
constexpr auto y_leaf = support::leaf<Face>(y);
constexpr Centers by_formula{2, 4, 4.5, 6.5};
constexpr Centers by_values{3, 4, 4.5, 0.5};  // (5 + 1) / 2 and (2 - 1) / 2

static_assert(support::values<Cells>(plain(y_leaf)) == by_formula);
static_assert(support::values<Cells>(with_values(5, -1)(y_leaf)) == by_values);
static_assert(support::values<Cells>(InterpolateF2C(bottom(SetValue(5)))(y_leaf)) == Centers{3, 4, 4.5, 6.5});
constexpr double ends[] = {3, 7};
using One = support::OneCell::AtCenters;
static_assert(support::values<support::OneCell>(plain(support::leaf<Face>(ends))) == One{5});
static_assert(support::values<support::OneCell>(with_values(1, 4)(support::leaf<Face>(ends))) == One{2.5});
static_assert(support::values<support::OneCell>(InterpolateF2C(top(SetValue(4)))(support::leaf<Face>(ends))) ==
              One{3.5});

}  // namespace

TEMPLATE_LIST_TEST_CASE("InterpolateF2C of four cells is as on paper", "[interpolation]", support::FormulaAxes) {
  support::require_values<TestType, Cells, Face>(plain, y, by_formula);
  support::require_values<TestType, Cells, Face>(with_values(5, -1), y, by_values);
}

TEST_CASE("InterpolateF2C is exact on linear functions on any grid", "[interpolation]") {
  for (const auto& grid : {ColumnGrid::uniform(40, -20.0, 20.0), support::quadratic_grid(64, 2)}) {
    const auto line = support::sampled<Face>(grid, [](double z) { return 3 * z - 7; });
    const auto at_centers = 3.0 * heights(Center{}) - 7.0;
    support::require_everywhere(OnCenters(plain(line) - at_centers), 0, 67 * 10 * 0x1p-52);
    const auto faces = grid.z_faces();
    support::require_everywhere(OnCenters(with_values(3 * faces.front() - 7, 3 * faces.back() - 7)(line) - at_centers),
                                0, 67 * 10 * 0x1p-52);
    const auto constant = support::sampled<Face>(grid, [](double) { return 0.1; });
    support::require_everywhere(OnCenters(plain(constant)), 0.1);
  }
}

TEST_CASE("InterpolateF2C is of second order", "[interpolation]") {
  const auto apply = [](const auto& operation, double frequency) {
    return [=](const ColumnGrid& grid) {
      return OnCenters(operation(support::sampled<Face>(grid, [=](double z) { return std::sin(frequency * z); })));
    };
  };
  const double f = 3 * support::pi;
  const auto sine = [=](double z) { return std::sin(f * z); };
  for (const auto& meshes : {support::uniform(0, 1), support::stretched(0, 1)}) {
    support::require_order(meshes, 1.8, 2.05, apply(with_values(0, 0), f), sine);
    support::require_order(meshes, 1.8, 2.05, apply(plain, f), sine);
  }
  support::require_order(support::ring(-support::pi, support::pi), 1.8, 2.05, apply(plain, 1),
                         [](double z) { return std::sin(z); });
}

TEST_CASE("InterpolateF2C is linear", "[interpolation]") { support::require_linear<Face, Center>(plain); }

TEMPLATE_LIST_TEST_CASE("InterpolateF2C of a column upside down is upside down", "[interpolation]",
                        support::FormulaAxes) {
  support::require_reflection<TestType, Face, Center>(support::Parity::even, plain, plain);
  support::require_reflection<TestType, Face, Center>(support::Parity::even, with_values(0.25, -3),
                                                      with_values(-3, 0.25));
}

TEST_CASE("InterpolateF2C does not read what its conditions replace", "[interpolation]") {
  FaceField<double> x(support::quadratic_grid(40, 3));
  x = 1.0;
  for (std::size_t column = 0; column < x.columns(); ++column)
    x(0, column) = x(40, column) = std::numeric_limits<double>::quiet_NaN();
  support::require_everywhere(OnCenters(with_values(1, 1)(x)), 1);
}

TEMPLATE_LIST_TEST_CASE("InterpolateF2C agrees with its formula at every size", "[interpolation][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Center, Face>(support::every_size, 0, plain,
                                                                [](Row at, const auto& x) { return inside(at.k, x); });
  support::require_agreement_everywhere<TestType, Center, Face>(
      support::most_sizes, 0, with_values(2, -3), [](Row at, const auto& x) {
        return ((at.top ? x.number(-3) : x[at.k + 1]) + (at.bottom ? x.number(2) : x[at.k])) / 2;
      });
}

TEMPLATE_LIST_TEST_CASE("InterpolateF2C may read the field that it changes", "[interpolation][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Face>(
      [](const auto& a) { return a + 0.25 * GradientC2F()(InterpolateF2C()(a)); });
}
