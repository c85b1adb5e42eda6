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

constexpr auto with_closure = [](const auto& x) { return InterpolateC2F()(x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& x) { return InterpolateC2F(bottom(SetValue(below)), top(SetValue(above)))(x); };
}
constexpr auto with_gradients(double below, double above) {
  return [=](const auto& x) { return InterpolateC2F(bottom(SetGradient(below)), top(SetGradient(above)))(x); };
}

using support::Row;
constexpr auto inside = [](int k, const auto& x) { return (x[k] + x[k - 1]) / 2; };

// The footprint, found from the formula.
constexpr auto& reads = footprint<InterpolateC2F<>, 1>.argument[0];
static_assert(reads.low == -1 && reads.high == 1 && reads.count() == 2);
using OfFloat = decltype(with_closure(std::declval<CenterField<float>&>()));
static_assert(std::is_same_v<OfFloat::value_type, float> && std::is_same_v<OfFloat::location, Face>);

// Four cells, on paper.
using Cells = support::FourCells;
using Faces = Cells::AtFaces;
constexpr double x[] = {1, 5, 2, 8};
constexpr auto x_leaf = support::leaf<Center>(x);
constexpr Faces by_closure{1, 3, 3.5, 5, 8};
constexpr Faces by_values{2, 3, 3.5, 5, 14};
constexpr Faces by_gradients{-1, 3, 3.5, 5, 14};  // 1 - 4 * 1/2 and 8 + 4 * 3/2

static_assert(support::values<Cells>(with_closure(x_leaf)) == by_closure);
static_assert(support::values<Cells>(with_values(2, 14)(x_leaf)) == by_values);
static_assert(support::values<Cells>(with_gradients(4, 4)(x_leaf)) == by_gradients);
static_assert(support::values<Cells>(InterpolateC2F(bottom(Extrapolate{}), top(Extrapolate{}))(x_leaf)) == by_closure);
static_assert(support::values<Cells>(InterpolateC2F(top(SetValue(14)))(x_leaf)) == Faces{1, 3, 3.5, 5, 14});
static_assert(support::values<Cells>(InterpolateC2F(top(SetValue(14)), bottom(SetGradient(4)))(x_leaf)) ==
              Faces{-1, 3, 3.5, 5, 14});

using One = support::OneCell::AtFaces;
constexpr double single[] = {3};
constexpr auto single_leaf = support::leaf<Center>(single);
static_assert(support::values<support::OneCell>(with_closure(single_leaf)) == One{3, 3});
static_assert(support::values<support::OneCell>(with_values(1, 7)(single_leaf)) == One{1, 7});
static_assert(support::values<support::OneCell>(with_gradients(1, 1)(single_leaf)) == One{2, 4});

}  // namespace

TEMPLATE_LIST_TEST_CASE("InterpolateC2F of four cells is as on paper", "[interpolation]", support::FormulaAxes) {
  support::require_values<TestType, Cells, Center>(with_closure, x, by_closure);
  support::require_values<TestType, Cells, Center>(with_values(2, 14), x, by_values);
  support::require_values<TestType, Cells, Center>(with_gradients(4, 4), x, by_gradients);
}

TEST_CASE("InterpolateC2F is exact on linear functions where cells are equal", "[interpolation]") {
  const auto metres = ColumnGrid::uniform(40, -20.0, 20.0);
  const auto line = support::sampled<Center>(metres, [](double z) { return 3 * z - 7; });
  const auto at_faces = 3.0 * heights(Face{}) - 7.0;
  support::require_everywhere(OnFaces(with_gradients(3, 3)(line) - at_faces), 0);
  support::require_everywhere(OnFaces(with_values(-67, 53)(line) - at_faces), 0);
}

TEST_CASE("InterpolateC2F keeps constants on any grid", "[interpolation]") {
  for (const auto& grid : {support::quadratic_grid(33, 2), ColumnGrid::periodic(33, 0.0, 1.0, 2)}) {
    const auto constant = support::sampled<Center>(grid, [](double) { return 0.1; });
    support::require_everywhere(OnFaces(with_closure(constant)), 0.1);
    support::require_everywhere(OnFaces(with_values(0.1, 0.1)(constant)), 0.1);
    support::require_everywhere(OnFaces(with_gradients(0, 0)(constant)), 0.1);
  }
}

TEST_CASE("InterpolateC2F is of second order", "[interpolation]") {
  const auto apply = [](const auto& operation, double frequency) {
    return [=](const ColumnGrid& grid) {
      return OnFaces(operation(support::sampled<Center>(grid, [=](double z) { return std::sin(frequency * z); })));
    };
  };
  const double f = 3 * support::pi;
  const auto sine = [=](double z) { return std::sin(f * z); };
  for (const auto& meshes : {support::uniform(0, 1), support::stretched(0, 1)}) {
    support::require_order(meshes, 1.8, 2.05, apply(with_values(0, 0), f), sine);
    support::require_order(meshes, 1.8, 2.05, apply(with_gradients(f, -f), f), sine);
  }
  support::require_order(support::ring(-support::pi, support::pi), 1.8, 2.05, apply(with_closure, 1),
                         [](double z) { return std::sin(z); });
}

TEST_CASE("InterpolateC2F is linear", "[interpolation]") { support::require_linear<Center, Face>(with_closure); }

TEMPLATE_LIST_TEST_CASE("InterpolateC2F of a column upside down is upside down", "[interpolation]",
                        support::FormulaAxes) {
  const auto reflects = [](const auto& apply, const auto& mirror) {
    support::require_reflection<TestType, Center, Face>(support::Parity::even, apply, mirror);
  };
  reflects(with_closure, with_closure);
  reflects(with_values(0.25, -3), with_values(-3, 0.25));
  reflects(with_gradients(0.25, -3), with_gradients(3, -0.25));
}

TEMPLATE_LIST_TEST_CASE("InterpolateC2F agrees with its formula at every size", "[interpolation][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::every_size, 0, with_closure, [](Row at, const auto& y) {
        return at.bottom ? y[0] : at.top ? y[at.k - 1] : inside(at.k, y);
      });
}

TEMPLATE_LIST_TEST_CASE("InterpolateC2F agrees with its conditions' formulas", "[interpolation][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 0, with_values(2, -3), [](Row at, const auto& y) {
        return at.bottom ? y.number(2) : at.top ? y.number(-3) : inside(at.k, y);
      });
  // Scattered numbers have 23 bits and df may be small: the sum can cancel all but a few.
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 0, with_gradients(2, -4), [](Row at, const auto& y) {
        if (at.bottom) return y[0] - y.df(0);
        return at.top ? y[at.k - 1] - 2 * y.df(at.k) : inside(at.k, y);
      });
}

TEMPLATE_LIST_TEST_CASE("InterpolateC2F may read the field that it changes", "[interpolation][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a + 0.25 * GradientF2C()(InterpolateC2F()(a)); });
}
