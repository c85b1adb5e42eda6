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

constexpr auto left = [](const auto& x) { return LeftBiasedF2C()(x); };
constexpr auto right = [](const auto& x) { return RightBiasedF2C()(x); };
constexpr auto left_from(double end) {
  return [=](const auto& x) { return LeftBiasedF2C(bottom(SetValue(end)))(x); };
}
constexpr auto right_from(double end) {
  return [=](const auto& x) { return RightBiasedF2C(top(SetValue(end)))(x); };
}

using support::Row;

// The footprints, found from the formulas.
constexpr auto& reads_left = footprint<LeftBiasedF2C<>, 1>.argument[0];
constexpr auto& reads_right = footprint<RightBiasedF2C<>, 1>.argument[0];
static_assert(reads_left.low == -1 && reads_left.high == -1 && reads_left.count() == 1);
static_assert(reads_right.low == 1 && reads_right.high == 1 && reads_right.count() == 1);
using OfFloat = decltype(left_from(0.0)(std::declval<FaceField<float>&>()));
static_assert(std::is_same_v<OfFloat::value_type, float> && std::is_same_v<OfFloat::location, Center>);

// Four cells, on paper. The end that an operator does not read may have a condition too; it changes nothing.
using Cells = support::FourCells;
using Centers = Cells::AtCenters;
constexpr double y[] = {3, 1, 7, 2, 11};
constexpr auto y_leaf = support::leaf<Face>(y);
constexpr Centers by_left{3, 1, 7, 2};
constexpr Centers by_right{1, 7, 2, 11};
constexpr Centers by_left_from_9{9, 1, 7, 2};
constexpr Centers by_right_from_9{1, 7, 2, 9};

static_assert(support::values<Cells>(left(y_leaf)) == by_left);
static_assert(support::values<Cells>(right(y_leaf)) == by_right);
static_assert(support::values<Cells>(left_from(9)(y_leaf)) == by_left_from_9);
static_assert(support::values<Cells>(right_from(9)(y_leaf)) == by_right_from_9);
static_assert(support::values<Cells>(LeftBiasedF2C(top(SetValue(9)))(y_leaf)) == by_left);
static_assert(support::values<Cells>(RightBiasedF2C(bottom(SetValue(9)))(y_leaf)) == by_right);

using One = support::OneCell::AtCenters;
constexpr double ends[] = {3, 7};
static_assert(support::values<support::OneCell>(left(support::leaf<Face>(ends))) == One{3});
static_assert(support::values<support::OneCell>(right(support::leaf<Face>(ends))) == One{7});
static_assert(support::values<support::OneCell>(left_from(9)(support::leaf<Face>(ends))) == One{9});
static_assert(support::values<support::OneCell>(right_from(9)(support::leaf<Face>(ends))) == One{9});

}  // namespace

TEMPLATE_LIST_TEST_CASE("LeftBiasedF2C and RightBiasedF2C of four cells are as on paper", "[biased]",
                        support::FormulaAxes) {
  support::require_values<TestType, Cells, Face>(left, y, by_left);
  support::require_values<TestType, Cells, Face>(right, y, by_right);
  support::require_values<TestType, Cells, Face>(left_from(9), y, by_left_from_9);
  support::require_values<TestType, Cells, Face>(right_from(9), y, by_right_from_9);
}

TEST_CASE("LeftBiasedF2C and RightBiasedF2C are of first order", "[biased]") {
  const auto apply = [](const auto& operation) {
    return [=](const ColumnGrid& grid) {
      return OnCenters(operation(support::sampled<Face>(grid, [](double z) { return std::sin(z); })));
    };
  };
  const auto sine = [](double z) { return std::sin(z); };
  for (const auto& meshes : {support::uniform(0, support::pi), support::stretched(0, support::pi),
                             support::ring(-support::pi, support::pi)}) {
    support::require_order(meshes, 0.95, 1.05, apply(left), sine);
    support::require_order(meshes, 0.95, 1.05, apply(right), sine);
    support::require_order(meshes, 0.95, 1.05, apply(left_from(0)), sine);
    support::require_order(meshes, 0.95, 1.05, apply(right_from(0)), sine);
  }
}

TEST_CASE("LeftBiasedF2C and RightBiasedF2C keep a step within its bounds", "[biased]") {
  const auto step = support::sampled<Face>(support::quadratic_grid(37, 1), [](double z) { return z < 0.4 ? 0 : 1; });
  for (const auto& cells :
       {OnCenters(left(step)), OnCenters(right(step)), OnCenters(left_from(0)(step)), OnCenters(right_from(1)(step))}) {
    for (const double value : cells.to_host()) REQUIRE((value == 0 || value == 1));
  }
}

TEST_CASE("LeftBiasedF2C and RightBiasedF2C do not read what their conditions replace", "[biased]") {
  FaceField<double> x(support::quadratic_grid(40, 3));
  x = 1.0;
  for (std::size_t column = 0; column < x.columns(); ++column)
    x(0, column) = x(40, column) = std::numeric_limits<double>::quiet_NaN();
  support::require_everywhere(OnCenters(left_from(1)(x)), 1);
  support::require_everywhere(OnCenters(right_from(1)(x)), 1);
}

TEST_CASE("LeftBiasedF2C and RightBiasedF2C are linear", "[biased]") {
  support::require_linear<Face, Center>(left);
  support::require_linear<Face, Center>(right);
}

TEMPLATE_LIST_TEST_CASE("LeftBiasedF2C of a column upside down is RightBiasedF2C upside down", "[biased]",
                        support::FormulaAxes) {
  support::require_reflection<TestType, Face, Center>(support::Parity::even, left, right);
  support::require_reflection<TestType, Face, Center>(support::Parity::even, right, left);
  support::require_reflection<TestType, Face, Center>(support::Parity::even, left_from(0.3), right_from(0.3));
}

TEMPLATE_LIST_TEST_CASE("LeftBiasedF2C and RightBiasedF2C agree with their formulas at every size", "[biased][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Center, Face>(support::every_size, 0, left,
                                                                [](Row at, const auto& x) { return x[at.k]; });
  support::require_agreement_everywhere<TestType, Center, Face>(support::most_sizes, 0, right,
                                                                [](Row at, const auto& x) { return x[at.k + 1]; });
}

TEMPLATE_LIST_TEST_CASE("LeftBiasedF2C and RightBiasedF2C take the value given at the end at every size",
                        "[biased][sizes]", support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Center, Face>(
      support::most_sizes, 0, left_from(2), [](Row at, const auto& x) { return at.bottom ? x.number(2) : x[at.k]; });
  support::require_agreement_everywhere<TestType, Center, Face>(
      support::most_sizes, 0, right_from(2), [](Row at, const auto& x) { return at.top ? x.number(2) : x[at.k + 1]; });
}

TEMPLATE_LIST_TEST_CASE("LeftBiasedF2C and RightBiasedF2C may read the field that they change", "[biased][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Face>([](const auto& a) { return a + 0.25 * GradientC2F()(LeftBiasedF2C()(a)); });
  support::require_in_place<TestType, Face>(
      [](const auto& a) { return a + 0.25 * GradientC2F()(RightBiasedF2C()(a)); });
}
