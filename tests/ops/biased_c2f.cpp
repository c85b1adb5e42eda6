// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <utility>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

using OnFaces = FaceField<double>;

constexpr auto left = [](const auto& x) { return LeftBiasedC2F()(x); };
constexpr auto right = [](const auto& x) { return RightBiasedC2F()(x); };
constexpr auto left_from(double outside) {
  return [=](const auto& x) { return LeftBiasedC2F(bottom(SetValue(outside)))(x); };
}
constexpr auto right_from(double outside) {
  return [=](const auto& x) { return RightBiasedC2F(top(SetValue(outside)))(x); };
}

using support::Row;

// The footprints, found from the formulas.
constexpr auto& reads_left = footprint<LeftBiasedC2F<>, 1>.argument[0];
constexpr auto& reads_right = footprint<RightBiasedC2F<>, 1>.argument[0];
static_assert(reads_left.low == -1 && reads_left.high == -1 && reads_left.count() == 1);
static_assert(reads_right.low == 1 && reads_right.high == 1 && reads_right.count() == 1);
static_assert(footprint<LeftBiasedC2F<>, 1>.operations == 0);
using OfFloat = decltype(left_from(0.0)(std::declval<CenterField<float>&>()));
static_assert(std::is_same_v<OfFloat::value_type, float> && std::is_same_v<OfFloat::location, Face>);

// Four cells, on paper.
using Cells = support::FourCells;
using Faces = Cells::AtFaces;
constexpr double x[] = {1, 5, 2, 8};
constexpr auto x_leaf = support::leaf<Center>(x);
constexpr Faces by_left{1, 1, 5, 2, 8};
constexpr Faces by_right{1, 5, 2, 8, 8};
constexpr Faces by_left_from_9{9, 1, 5, 2, 8};
constexpr Faces by_right_from_9{1, 5, 2, 8, 9};

static_assert(support::values<Cells>(left(x_leaf)) == by_left);
static_assert(support::values<Cells>(right(x_leaf)) == by_right);
static_assert(support::values<Cells>(left_from(9)(x_leaf)) == by_left_from_9);
static_assert(support::values<Cells>(right_from(9)(x_leaf)) == by_right_from_9);

using One = support::OneCell::AtFaces;
constexpr double single[] = {3};
constexpr auto single_leaf = support::leaf<Center>(single);
static_assert(support::values<support::OneCell>(left(single_leaf)) == One{3, 3});
static_assert(support::values<support::OneCell>(right(single_leaf)) == One{3, 3});
static_assert(support::values<support::OneCell>(left_from(9)(single_leaf)) == One{9, 3});
static_assert(support::values<support::OneCell>(right_from(9)(single_leaf)) == One{3, 9});

}  // namespace

TEMPLATE_LIST_TEST_CASE("LeftBiasedC2F and RightBiasedC2F of four cells are as on paper", "[biased]",
                        support::FormulaAxes) {
  support::require_values<TestType, Cells, Center>(left, x, by_left);
  support::require_values<TestType, Cells, Center>(right, x, by_right);
  support::require_values<TestType, Cells, Center>(left_from(9), x, by_left_from_9);
  support::require_values<TestType, Cells, Center>(right_from(9), x, by_right_from_9);
}

TEST_CASE("LeftBiasedC2F and RightBiasedC2F are of first order", "[biased]") {
  const auto apply = [](const auto& operation) {
    return [=](const ColumnGrid& grid) {
      return OnFaces(operation(support::sampled<Center>(grid, [](double z) { return std::sin(z); })));
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

TEST_CASE("LeftBiasedC2F and RightBiasedC2F keep a step within its bounds", "[biased]") {
  const auto step = support::sampled<Center>(support::quadratic_grid(37, 1), [](double z) { return z < 0.4 ? 0 : 1; });
  for (const auto& faces :
       {OnFaces(left(step)), OnFaces(right(step)), OnFaces(left_from(0)(step)), OnFaces(right_from(1)(step))}) {
    for (const double value : faces.to_host()) REQUIRE((value == 0 || value == 1));
  }
}

TEST_CASE("LeftBiasedC2F and RightBiasedC2F are linear", "[biased]") {
  support::require_linear<Center, Face>(left);
  support::require_linear<Center, Face>(right);
}

TEMPLATE_LIST_TEST_CASE("LeftBiasedC2F of a column upside down is RightBiasedC2F upside down", "[biased]",
                        support::FormulaAxes) {
  support::require_reflection<TestType, Center, Face>(support::Parity::even, left, right);
  support::require_reflection<TestType, Center, Face>(support::Parity::even, right, left);
  support::require_reflection<TestType, Center, Face>(support::Parity::even, left_from(0.3), right_from(0.3));
}

TEMPLATE_LIST_TEST_CASE("LeftBiasedC2F and RightBiasedC2F agree with their formulas at every size", "[biased][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::every_size, 0, left, [](Row at, const auto& y) { return at.bottom ? y[0] : y[at.k - 1]; });
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 0, right, [](Row at, const auto& y) { return at.top ? y[at.k - 1] : y[at.k]; });
}

TEMPLATE_LIST_TEST_CASE("LeftBiasedC2F and RightBiasedC2F take the value given outside at every size",
                        "[biased][sizes]", support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 0, left_from(2),
      [](Row at, const auto& y) { return at.bottom ? y.number(2) : y[at.k - 1]; });
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 0, right_from(2), [](Row at, const auto& y) { return at.top ? y.number(2) : y[at.k]; });
}

TEMPLATE_LIST_TEST_CASE("LeftBiasedC2F and RightBiasedC2F may read the field that they change", "[biased][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a + 0.25 * GradientF2C()(LeftBiasedC2F()(a)); });
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a + 0.25 * GradientF2C()(RightBiasedC2F()(a)); });
}
