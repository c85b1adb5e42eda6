// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"
#include "support/in_place.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

constexpr auto left = [](const auto& x) { return LeftBiased3rdOrderC2F()(x); };
constexpr auto right = [](const auto& x) { return RightBiased3rdOrderC2F()(x); };
constexpr auto left_to_centers = [](const auto& x) { return LeftBiased3rdOrderF2C()(x); };
constexpr auto right_to_centers = [](const auto& x) { return RightBiased3rdOrderF2C()(x); };

using support::Row;
/// (10 near - 2 far + 4 across) / 12, rounded as the operators round it.
constexpr auto three = [](auto far, auto near, auto across) {
  return near + (2 * (across - near) + (near - far)) * (decltype(near)(1) / 6);
};

// The footprints, found from the formulas.
constexpr auto& below = footprint<LeftBiased3rdOrderC2F<>, 1>.argument[0];
static_assert(below.low == -3 && below.high == 1 && below.count() == 3);
constexpr auto& above = footprint<RightBiased3rdOrderF2C<>, 1>.argument[0];
static_assert(above.low == -1 && above.high == 3 && above.count() == 3);

// On paper: (-2 6 + 10 12 + 4 36) / 12 = 21, (-2 12 + 10 36 + 4 0) / 12 = 28, at the top (3 0 - 36) / 2.
using Cells = support::FourCells;
using Faces = Cells::AtFaces;
constexpr double x[] = {6, 12, 36, 0};
constexpr auto x_leaf = support::leaf<Center>(x);
static_assert(support::values<Cells>(left(x_leaf)) == Faces{6, 9, 21, 28, -18});
static_assert(support::values<Cells>(right(x_leaf)) == Faces{3, 6, 34, 18, 0});
static_assert(support::values<Cells>(LeftBiased3rdOrderC2F(bottom(SetValue(5)), top(SetValue(7)))(x_leaf)) ==
              Faces{5, 9, 21, 28, 7});
static_assert(support::values<Cells>(RightBiased3rdOrderC2F(bottom(SetValue(5)), top(SetValue(7)))(x_leaf)) ==
              Faces{5, 6, 34, 18, 7});
constexpr double y[] = {6, 12, 36, 0, 24};
constexpr auto y_leaf = support::leaf<Face>(y);
static_assert(support::values<Cells>(left_to_centers(y_leaf)) == Cells::AtCenters{9, 21, 28, 2});
static_assert(support::values<Cells>(right_to_centers(y_leaf)) == Cells::AtCenters{6, 34, 8, 12});
static_assert(support::values<Cells>(LeftBiased3rdOrderF2C(bottom(SetValue(0)), top(SetValue(0)))(y_leaf)) ==
              Cells::AtCenters{6, 22, 28, -6});
static_assert(support::values<Cells>(RightBiased3rdOrderF2C(top(SetValue(0)))(y_leaf)) ==
              Cells::AtCenters{6, 34, 12, 0});

// One cell is what there is; two cells make a mean and a line.
constexpr double single[] = {3}, pair[] = {3, 7};
static_assert(support::values<support::OneCell>(left(support::leaf<Center>(single))) ==
              support::OneCell::AtFaces{3, 3});
static_assert(support::values<support::TwoCells>(left(support::leaf<Center>(pair))) ==
              support::TwoCells::AtFaces{3, 5, 9});
static_assert(support::values<support::OneCell>(right_to_centers(support::leaf<Face>(pair))) ==
              support::OneCell::AtCenters{5});

}  // namespace

TEST_CASE("The third-order biased operators are of third order for means", "[biased]") {
  const auto sine = [](double z) { return std::sin(z); };
  const auto ring = support::ring(-support::pi, support::pi);
  const auto faces = [&](const auto& operation) {
    return [=](const ColumnGrid& grid) {
      CenterField<double> means(grid);
      means = GradientF2C()(-cos(heights(Face{})));  // the mean of sin over a cell
      return FaceField<double>(operation(means));
    };
  };
  const auto centers = [&](const auto& operation) {
    return [=](const ColumnGrid& grid) {
      FaceField<double> means(grid);
      means = GradientC2F()(-cos(heights(Center{})));  // the mean of sin between two centers
      return CenterField<double>(operation(means));
    };
  };
  support::require_order(ring, 2.9, 3.1, faces(left), sine);
  support::require_order(ring, 2.9, 3.1, faces(right), sine);
  // Around the ring's end the cosine between centers is that of the other end.
  const auto whole = support::ring(0, 2 * support::pi);
  const auto inside = [&](const auto& operation) {
    return [=](const ColumnGrid& grid) {
      CenterField<double> error(centers(operation)(grid));
      error = error - sin(heights(Center{}));
      for (const int cell : {0, 1, grid.levels() - 2, grid.levels() - 1}) error(cell, 0) = 0;
      return error;
    };
  };
  support::require_order(whole, 2.85, 3.1, inside(left_to_centers), [](double) { return 0; });
  support::require_order(whole, 2.85, 3.1, inside(right_to_centers), [](double) { return 0; });
}

TEST_CASE("The third-order biased operators are exact on constants and lines, and linear", "[biased]") {
  const auto grid = ColumnGrid::uniform(20, 0.0, 20.0);
  const auto centers = support::sampled<Center>(grid, [](double z) { return z; });
  const auto faces = support::sampled<Face>(grid, [](double z) { return z; });
  FaceField<double> error(grid);
  for (const bool from_below : {true, false}) {
    if (from_below) {
      error = left(centers) - heights(Face{});
    } else {
      error = right(centers) - heights(Face{});
    }
    const int lacking = from_below ? 0 : 20;
    for (int face = 0; face <= 20; ++face) REQUIRE(std::abs(error(face, 0)) <= (face == lacking ? 0.5 : 2e-14));
  }
  CenterField<double> at_centers(grid);
  at_centers = left_to_centers(faces) + right_to_centers(faces) - 2.0 * heights(Center{});
  support::require_everywhere(at_centers, 0, 4e-14);
  support::require_linear<Center, Face>(left);
  support::require_linear<Face, Center>(right_to_centers);
}

TEMPLATE_LIST_TEST_CASE("Left upside down is right", "[biased]", support::FormulaAxes) {
  constexpr auto even = support::Parity::even;
  support::require_reflection<TestType, Center, Face>(even, left, right);
  support::require_reflection<TestType, Face, Center>(even, left_to_centers, right_to_centers);
}

TEMPLATE_LIST_TEST_CASE("The third-order biased operators agree with their formulas at every size", "[biased][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Center>(
      support::most_sizes, 0, left, [](Row at, const auto& v) {
        const int k = at.k;
        if (at.bottom) return v[0];
        if (at.top) return k > 1 ? (3 * v[k - 1] - v[k - 2]) / 2 : v[0];
        return k == 1 && !v.ring ? (v[0] + v[1]) / 2 : three(v[k - 2], v[k - 1], v[k]);
      });
  support::require_agreement_everywhere<TestType, Center, Face>(
      support::most_sizes, 0, right_to_centers, [](Row at, const auto& v) {
        const int k = at.k;
        return at.top ? (v[k] + v[k + 1]) / 2 : three(v[k + 2], v[k + 1], v[k]);
      });
}

TEMPLATE_LIST_TEST_CASE("The third-order biased operators may read the fields that they change", "[biased][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Center>(
      [](const auto& a) { return LeftBiased3rdOrderF2C()(RightBiased3rdOrderC2F()(a)) - a; });
}
