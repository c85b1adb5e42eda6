// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <utility>
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

constexpr auto with_closure = [](const auto& x) { return GradientC2F()(x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& x) { return GradientC2F(bottom(SetValue(below)), top(SetValue(above)))(x); };
}
constexpr auto with_gradients(double below, double above) {
  return [=](const auto& x) { return GradientC2F(bottom(SetGradient(below)), top(SetGradient(above)))(x); };
}

using support::Row;
constexpr auto inside = [](int k, const auto& y) { return (y[k] - y[k - 1]) / y.df(k); };

// The footprint, found from the formula.
constexpr auto& reads = footprint<GradientC2F<>, 1>.argument[0];
static_assert(reads.low == -1 && reads.high == 1 && reads.count() == 2);
static_assert(footprint<GradientC2F<>, 1>.operations == 3);  // the spacing counts as one
using OfFloat = decltype(with_values(0.0, 0.0)(std::declval<CenterField<float>&>()));
static_assert(std::is_same_v<OfFloat::value_type, float> && std::is_same_v<OfFloat::location, Face>);

// Four cells, on paper.
using Cells = support::FourCells;
using Faces = Cells::AtFaces;
constexpr double x[] = {1, 5, 2, 8};
constexpr auto x_leaf = support::leaf<Center>(x);
constexpr Faces by_closure{2, 2, -1.5, 3, 3};
constexpr Faces by_values{-2, 2, -1.5, 3, 4};  // 2 (1 - 2) / 1 and 2 (14 - 8) / 3
constexpr Faces by_gradients{7, 2, -1.5, 3, -9};

static_assert(support::values<Cells>(with_closure(x_leaf)) == by_closure);
static_assert(support::values<Cells>(with_values(2, 14)(x_leaf)) == by_values);
static_assert(support::values<Cells>(with_gradients(7, -9)(x_leaf)) == by_gradients);
static_assert(support::values<Cells>(GradientC2F(bottom(Extrapolate{}), top(Extrapolate{}))(x_leaf)) == by_closure);
static_assert(support::values<Cells>(GradientC2F(bottom(SetValue(2)))(x_leaf)) == Faces{-2, 2, -1.5, 3, 3});
static_assert(support::values<Cells>(GradientC2F(top(SetGradient(-9)), bottom(SetValue(2)))(x_leaf)) ==
              Faces{-2, 2, -1.5, 3, -9});

// One cell has a gradient only against a value outside; without any it is 0.
using One = support::OneCell::AtFaces;
constexpr double single[] = {3};
constexpr auto single_leaf = support::leaf<Center>(single);
static_assert(support::values<support::OneCell>(with_closure(single_leaf)) == One{0, 0});
static_assert(support::values<support::OneCell>(with_values(1, 7)(single_leaf)) == One{2, 4});
static_assert(support::values<support::OneCell>(GradientC2F(top(SetValue(7)))(single_leaf)) == One{4, 4});
static_assert(support::values<support::OneCell>(GradientC2F(bottom(SetGradient(5)))(single_leaf)) == One{5, 5});
constexpr double pair[] = {3, 7};
static_assert(support::values<support::TwoCells>(with_closure(support::leaf<Center>(pair))) ==
              support::TwoCells::AtFaces{2, 2, 2});

}  // namespace

TEMPLATE_LIST_TEST_CASE("GradientC2F of four cells is as on paper", "[gradient]", support::FormulaAxes) {
  support::require_values<TestType, Cells, Center>(with_closure, x, by_closure);
  support::require_values<TestType, Cells, Center>(with_values(2, 14), x, by_values);
  support::require_values<TestType, Cells, Center>(with_gradients(7, -9), x, by_gradients);
}

TEST_CASE("GradientC2F is exact on linear functions", "[gradient]") {
  const auto line = [](double z) { return z; };
  for (const auto& meshes : {support::uniform(0.0, 1.0), support::stretched(0.0, 1.0)}) {
    const auto grid = meshes.make(256, 0.0, 1.0);
    const auto field = support::sampled<Center>(grid, line);
    support::require_everywhere(OnFaces(with_values(0, 1)(field)), 1, 200 * 0x1p-52);
    support::require_everywhere(OnFaces(with_closure(field)), 1, 200 * 0x1p-52);
  }
  // Every height and difference is exact.
  const auto metres = ColumnGrid::uniform(40, -20.0, 20.0);
  const auto field = support::sampled<Center>(metres, [](double z) { return 3 * z - 7; });
  support::require_everywhere(OnFaces(with_closure(field)), 3);
}

TEST_CASE("GradientC2F of a constant is zero", "[gradient]") {
  const auto field = support::sampled<Center>(support::quadratic_grid(33, 2), [](double) { return 0.1; });
  support::require_everywhere(OnFaces(with_closure(field)), 0);
  support::require_everywhere(OnFaces(with_values(0.1, 0.1)(field)), 0);
}

TEST_CASE("GradientC2F is of second order", "[gradient]") {
  const auto apply = [](const auto& operation, double frequency) {
    return [=](const ColumnGrid& grid) {
      const auto field = support::sampled<Center>(grid, [=](double z) { return std::sin(frequency * z); });
      return OnFaces(operation(field));
    };
  };
  const double f = 3 * support::pi;
  const auto slope = [=](double z) { return f * std::cos(f * z); };
  for (const auto& meshes : {support::uniform(0, 1), support::stretched(0, 1)}) {
    support::require_order(meshes, 1.9, 2.1, apply(with_gradients(f, -f), f), slope);
    support::require_order(meshes, 1.9, 2.1, apply(with_values(0, 0), f), slope);
  }
  support::require_order(support::ring(-support::pi, support::pi), 1.9, 2.1, apply(with_closure, 1),
                         [](double z) { return std::cos(z); });
}

TEST_CASE("GradientC2F of a cosine with SetGradient(0) is of second order, with SetValue of order 1.5", "[gradient]") {
  const auto apply = [](const auto& operation) {
    return [=](const ColumnGrid& grid) {
      const auto field = support::sampled<Center>(grid, [](double z) { return std::cos(z); });
      return OnFaces(operation(field));
    };
  };
  const auto slope = [](double z) { return -std::sin(z); };
  for (const auto& meshes : {support::uniform(0, support::pi), support::stretched(0, support::pi)}) {
    support::require_order(meshes, 1.9, 2.1, apply(with_gradients(0, 0)), slope);
    support::require_order(meshes, 1.4, 1.6, apply(with_values(1, -1)), slope);
  }
}

TEST_CASE("GradientC2F is linear", "[gradient]") { support::require_linear<Center, Face>(with_closure); }

TEMPLATE_LIST_TEST_CASE("GradientC2F of a column upside down is upside down", "[gradient]", support::FormulaAxes) {
  const auto reflects = [](const auto& apply, const auto& mirror) {
    support::require_reflection<TestType, Center, Face>(support::Parity::odd, apply, mirror);
  };
  reflects(with_closure, with_closure);
  reflects(with_values(0.25, -3), with_values(-3, 0.25));
  reflects(with_gradients(0.25, -3), with_gradients(3, -0.25));
}

TEMPLATE_LIST_TEST_CASE("GradientC2F agrees with its formula at every size", "[gradient][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::every_size, 3, with_closure, [](Row at, const auto& y) {
        const int last = y.cells() - 1;
        if (last == 0 && !y.ring) return 0 * y[0];
        return inside(at.bottom ? 1 : at.top ? last : at.k, y);
      });
}

TEMPLATE_LIST_TEST_CASE("GradientC2F agrees with its conditions' formulas", "[gradient][sizes]", support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 3, with_values(2, -3), [](Row at, const auto& y) {
        if (at.bottom) return 2 * (y[0] - 2) / y.df(0);
        return at.top ? 2 * (-3 - y[at.k - 1]) / y.df(at.k) : inside(at.k, y);
      });
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 3, with_gradients(2, -3), [](Row at, const auto& y) {
        return at.bottom ? y.number(2) : at.top ? y.number(-3) : inside(at.k, y);
      });
}

TEMPLATE_LIST_TEST_CASE("GradientC2F may read the field that it changes", "[gradient][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return a + 0.25 * DivergenceF2C()(GradientC2F()(a)); });
}

TEST_CASE("GradientC2F of one cell continues the condition at the other end, and is 0 without one", "[gradient]") {
  const auto grid = ColumnGrid::uniform(1, 0.0, 2.0);
  CenterField<double> five(grid);
  five.fill(5.0);
  const auto faces = [&](const auto& op) { return FaceField<double>(op(five)).to_host(); };
  REQUIRE(faces(GradientC2F(top(SetGradient(3.0)))) == std::vector<double>{3, 3});
  REQUIRE(faces(GradientC2F(bottom(SetValue(7.0)))) == std::vector<double>{-2, -2});
  REQUIRE(faces(GradientC2F()) == std::vector<double>{0, 0});
}
