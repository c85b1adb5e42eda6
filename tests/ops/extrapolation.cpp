// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/plan/reads.hpp>
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <utility>
#include <vector>

#include "support/agreement.hpp"
#include "support/by_hand.hpp"
#include "support/convergence.hpp"
#include "support/linearity.hpp"
#include "support/symmetry.hpp"

using namespace stencil;

namespace {

template <int order>
constexpr auto plain =
    [](const auto& x) { return InterpolateC2F(bottom(Extrapolation<order>{}), top(Extrapolation<order>{}))(x); };
template <int order>
constexpr auto by_distance =
    [](const auto& x) { return LinearInterpolateC2F(bottom(Extrapolation<order>{}), top(Extrapolation<order>{}))(x); };
constexpr auto each_order = [](const auto& visit) {
  visit(std::integral_constant<int, 1>{});
  visit(std::integral_constant<int, 2>{});
  visit(std::integral_constant<int, 3>{});
};

// The footprint of the ends, found from the formulas: as many cells as the order.
template <int order>
constexpr auto reads =
    plan::end_reads<decltype(plain<order>(std::declval<CenterField<double>&>())), Side::bottom, 0>()[0];
static_assert(reads<1>.count() == 1 && reads<2>.count() == 2 && reads<3>.count() == 3 && reads<3>.high == 5);
// In a column of three cells the end face on top is row 3, and reads cell 0: who asks for rows from 3 on asks for that.
template <int order, int first>
constexpr int first_cell =
    plan::first_row_read<Side::bottom, first,
                         decltype(plain<order>(CenterField<double>(ColumnGrid::uniform(1, 0.0, 1.0)))), 0>();
static_assert(first_cell<1, 3> == 2 && first_cell<3, 3> == 0 && first_cell<3, 4> == 1);

// On paper, centers at 0.5, 2.5, 4.5 and 6.5 m, ends at 0 and 8 m.
using Cells = support::FourCells;
constexpr double x[] = {1, 5, 1, 9};
constexpr auto x_leaf = support::leaf<Center>(x);
static_assert(support::values<Cells>(plain<1>(x_leaf)) == Cells::AtFaces{1, 3, 3, 5, 9});
static_assert(support::values<Cells>(plain<2>(x_leaf)) == Cells::AtFaces{0, 3, 3, 5, 15});
// Divided differences -4 / 4 and 6 / 4 of the slopes: 0 - 0.5 2.5 and 15 + 1.5 3.5 1.5.
static_assert(support::values<Cells>(plain<3>(x_leaf)) == Cells::AtFaces{-1.25, 3, 3, 5, 22.875});

}  // namespace

TEST_CASE("Extrapolation is exact on polynomials of a degree below its order", "[conditions]") {
  each_order([](auto order) {
    const auto polynomial = [=](double z) { return order == 1 ? 2.0 : order == 2 ? 2 - 3 * z : 2 - 3 * z + 5 * z * z; };
    const auto next_degree = [&](double z) { return polynomial(z) + std::pow(z - 3, static_cast<int>(order)); };
    for (const auto& grid : {support::quadratic_grid(40, 1), support::quadratic_grid(order, 1)}) {
      const auto at_ends = [&](const auto& field, int face) {
        return std::pair{FaceField<double>(plain<order>(field))(face, 0),
                         FaceField<double>(by_distance<order>(field))(face, 0)};
      };
      for (const int face : {0, grid.levels()}) {
        const double z = grid.z_faces()[static_cast<std::size_t>(face)];
        const auto exact = at_ends(support::sampled<Center>(grid, polynomial), face);
        REQUIRE(std::abs(exact.first - polynomial(z)) <= 1e-13);
        REQUIRE(exact.second == exact.first);
        const auto off = at_ends(support::sampled<Center>(grid, next_degree), face);
        REQUIRE(std::abs(off.first - next_degree(z)) > 1e-8);
      }
    }
  });
}

TEST_CASE("Extrapolation is of its order at the ends", "[conditions]") {
  each_order([](auto order) {
    for (const auto& meshes : {support::uniform(0, 1), support::stretched(0, 1)}) {
      std::vector<double> error;
      for (const int levels : {32, 64, 128, 256}) {
        const auto grid = meshes.make(levels, 0, 1);
        const FaceField<double> got(plain<order>(support::sampled<Center>(grid, [](double z) { return std::exp(z); })));
        error.push_back(std::abs(got(0, 0) - 1) + std::abs(got(levels, 0) - std::exp(1.0)));
      }
      support::require_rates(meshes, error, order - 0.15, order + 0.15);
    }
  });
}

TEST_CASE("Extrapolation takes what there is in short columns", "[conditions]") {
  for (const int levels : {1, 2, 3, 4}) {
    const auto grid = support::grid_per_column(levels, 3);
    CenterField<double> y(grid);
    FaceField<double> difference(grid);
    support::scatter(y);
    difference = plain<3>(y) - plain<2>(y);
    const bool quadratic = levels > 2;
    REQUIRE((std::abs(difference(0, 1)) > 1e-6) == quadratic);
    REQUIRE((std::abs(difference(levels, 1)) > 1e-6) == quadratic);
    difference = plain<2>(y) - plain<1>(y);
    const bool linear = levels > 1;
    REQUIRE((std::abs(difference(0, 1)) > 1e-6) == linear);
  }
}

TEMPLATE_LIST_TEST_CASE("Extrapolation of a column upside down is upside down", "[conditions]", support::FormulaAxes) {
  support::require_reflection<TestType, Center, Face>(support::Parity::even, plain<3>, plain<3>);
  support::require_reflection<TestType, Center, Face>(support::Parity::even, by_distance<2>, by_distance<2>);
}

TEST_CASE("Extrapolation preserves constants and is linear", "[conditions]") {
  const auto field = support::sampled<Center>(support::quadratic_grid(33, 2), [](double) { return 0.1; });
  support::require_everywhere(FaceField<double>(plain<3>(field)), 0.1);
  support::require_linear<Center, Face>(plain<3>);
}
