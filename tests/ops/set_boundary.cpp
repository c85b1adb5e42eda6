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

constexpr auto plain = [](const auto& x) { return SetBoundary()(x); };
constexpr auto with_values(double below, double above) {
  return [=](const auto& x) { return SetBoundary(bottom(SetValue(below)), top(SetValue(above)))(x); };
}

using support::Row;

// The footprint, found from the formula.
constexpr auto& reads = footprint<SetBoundary<>, 1>.argument[0];
static_assert(reads.low == 0 && reads.high == 0 && reads.count() == 1);
static_assert(footprint<SetBoundary<>, 1>.operations == 0);
using OfFloat = decltype(with_values(0.0, 0.0)(std::declval<FaceField<float>&>()));
static_assert(std::is_same_v<OfFloat::value_type, float> && std::is_same_v<OfFloat::location, Face>);

// Four cells, on paper.
using Cells = support::FourCells;
using Faces = Cells::AtFaces;
constexpr double y[] = {3, 1, 7, 2, 11};
constexpr auto y_leaf = support::leaf<Face>(y);
static_assert(support::values<Cells>(plain(y_leaf)) == Faces{3, 1, 7, 2, 11});
static_assert(support::values<Cells>(with_values(5, -1)(y_leaf)) == Faces{5, 1, 7, 2, -1});
static_assert(support::values<Cells>(SetBoundary(bottom(SetValue(5)))(y_leaf)) == Faces{5, 1, 7, 2, 11});
static_assert(support::values<Cells>(SetBoundary(top(SetValue(-1)))(y_leaf)) == Faces{3, 1, 7, 2, -1});
constexpr double ends[] = {3, 7};
static_assert(support::values<support::OneCell>(with_values(5, -1)(support::leaf<Face>(ends))) ==
              support::OneCell::AtFaces{5, -1});

}  // namespace

TEMPLATE_LIST_TEST_CASE("SetBoundary of four cells is as on paper", "[set_boundary]", support::FormulaAxes) {
  support::require_values<TestType, Cells, Face>(plain, y, Faces{3, 1, 7, 2, 11});
  support::require_values<TestType, Cells, Face>(with_values(5, -1), y, Faces{5, 1, 7, 2, -1});
}

TEST_CASE("SetBoundary does not read what its conditions replace", "[set_boundary]") {
  FaceField<double> x(support::quadratic_grid(40, 3));
  x = 1.0;
  for (std::size_t column = 0; column < x.columns(); ++column)
    x(0, column) = x(40, column) = std::numeric_limits<double>::quiet_NaN();
  support::require_everywhere(FaceField<double>(with_values(1, 1)(x)), 1);
}

TEMPLATE_LIST_TEST_CASE("SetBoundary of a column upside down is upside down", "[set_boundary]", support::FormulaAxes) {
  support::require_reflection<TestType, Face, Face>(support::Parity::even, with_values(0.25, -3),
                                                    with_values(-3, 0.25));
}

TEMPLATE_LIST_TEST_CASE("SetBoundary agrees with its formula at every size", "[set_boundary][sizes]",
                        support::FormulaAxes) {
  support::require_agreement_everywhere<TestType, Face, Face>(support::most_sizes, 0, plain,
                                                              [](Row at, const auto& x) { return x[at.k]; });
  support::require_agreement_everywhere<TestType, Face, Face>(
      support::every_size, 0, with_values(2, -3), [](Row at, const auto& x) {
        return at.bottom ? x.number(2) : at.top ? x.number(-3) : x[at.k];
      });
}

TEMPLATE_LIST_TEST_CASE("SetBoundary may read the field that it changes", "[set_boundary][aliasing]",
                        support::FormulaAxes) {
  support::require_in_place<TestType, Face>(
      [](const auto& a) { return a + 0.25 * SetBoundary(bottom(SetValue(1.0)), top(SetValue(2.0)))(a); });
}
