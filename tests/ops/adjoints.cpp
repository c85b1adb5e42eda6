// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/numbers.hpp"

using namespace stencil;

namespace {

std::vector<ColumnGrid> all_kinds(int levels) {
  return {ColumnGrid::uniform(levels, -1.0, 2.0, 3), support::quadratic_grid(levels, 3),
          support::grid_per_column(levels, 3), ColumnGrid::periodic(levels, 0.0, 1.0, 3)};
}

/// A sum of products that keeps the sum of magnitudes beside it.
struct Sum {
  long double total = 0, magnitude = 0;
  void add(long double a, long double b, long double weight = 1) {
    total += a * b * weight;
    magnitude += std::abs(a * b * weight);
  }
};

/// Whether two sums are the same (or, added, cancel) to 100 eps of what went into them.
template <class Number>
void require_balance(const Sum& left, const Sum& right) {
  CAPTURE(static_cast<double>(left.total), static_cast<double>(right.total), static_cast<double>(left.magnitude));
  REQUIRE(std::abs(left.total + right.total) <=
          100 * static_cast<long double>(std::numeric_limits<Number>::epsilon()) * (left.magnitude + right.magnitude));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("Minus DivergenceF2C is the adjoint of GradientC2F", "[adjoint]", support::FormulaAxes) {
  for (const int levels : {1, 2, 3, 33, 500}) {
    for (const auto& grid : all_kinds(levels)) {
      typename TestType::centers f(grid), divergence(grid);
      typename TestType::faces u(grid), gradient(grid);
      support::scatter(f, 1);
      support::scatter(u, 2);
      divergence = DivergenceF2C()(u);
      gradient = GradientC2F()(f);
      for (std::size_t column = 0; column < 3; ++column) {
        const auto dc = grid.dz_centers(column), df = grid.dz_faces(column);
        Sum by_cells, by_faces;
        for (int i = 0; i < levels; ++i)
          by_cells.add(f(i, column), divergence(i, column), dc[static_cast<std::size_t>(i)]);
        for (int j = grid.periodic() ? 0 : 1; j < levels; ++j)
          by_faces.add(u(j, column), gradient(j, column), df[static_cast<std::size_t>(j)]);
        if (!grid.periodic()) {  // what leaves through the ends
          by_faces.add(-f(levels - 1, column), u(levels, column));
          by_faces.add(f(0, column), u(0, column));
        }
        require_balance<typename TestType::number>(by_cells, by_faces);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("With SetValue(0) at the ends of GradientC2F nothing is left over", "[adjoint]",
                        support::FormulaAxes) {
  for (const int levels : {1, 2, 33}) {
    for (const auto& grid : all_kinds(levels)) {
      if (grid.periodic()) continue;
      typename TestType::centers f(grid), divergence(grid);
      typename TestType::faces u(grid), gradient(grid);
      support::scatter(f, 1);
      support::scatter(u, 2);
      divergence = DivergenceF2C()(u);
      gradient = GradientC2F(bottom(SetValue(0.0)), top(SetValue(0.0)))(f);
      for (std::size_t column = 0; column < 3; ++column) {
        Sum by_cells, by_faces;
        for (int i = 0; i < levels; ++i)
          by_cells.add(f(i, column), divergence(i, column), grid.dz_centers(column)[static_cast<std::size_t>(i)]);
        for (int j = 0; j <= levels; ++j) {
          const bool half_outside = j == 0 || j == levels;
          by_faces.add(u(j, column), gradient(j, column),
                       grid.dz_faces(column)[static_cast<std::size_t>(j)] / (half_outside ? 2 : 1));
        }
        require_balance<typename TestType::number>(by_cells, by_faces);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Minus DivergenceC2F is the adjoint of GradientF2C", "[adjoint]", support::FormulaAxes) {
  for (const int levels : {1, 2, 3, 33, 500}) {
    for (const auto& grid : all_kinds(levels)) {
      if (grid.periodic()) continue;
      typename TestType::centers u(grid), gradient(grid);
      typename TestType::faces f(grid), divergence(grid);
      support::scatter(u, 1);
      support::scatter(f, 2);
      gradient = GradientF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(f);
      divergence = DivergenceC2F()(u);
      for (std::size_t column = 0; column < 3; ++column) {
        Sum by_cells, by_faces;
        for (int i = 0; i < levels; ++i)
          by_cells.add(u(i, column), gradient(i, column), grid.dz_centers(column)[static_cast<std::size_t>(i)]);
        for (int j = 1; j < levels; ++j)
          by_faces.add(f(j, column), divergence(j, column), grid.dz_faces(column)[static_cast<std::size_t>(j)]);
        require_balance<typename TestType::number>(by_cells, by_faces);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("InterpolateF2C and InterpolateC2F are adjoints, weights aside", "[adjoint]",
                        support::FormulaAxes) {
  for (const int levels : {1, 2, 3, 33, 500}) {
    for (const auto& grid : all_kinds(levels)) {
      typename TestType::centers f(grid), of_u(grid);
      typename TestType::faces u(grid), of_f(grid);
      support::scatter(f, 1);
      support::scatter(u, 2);
      of_u = InterpolateF2C()(u);
      of_f = InterpolateC2F()(f);
      for (std::size_t column = 0; column < 3; ++column) {
        Sum by_cells, by_faces;
        for (int i = 0; i < levels; ++i) by_cells.add(f(i, column), of_u(i, column));
        for (int j = grid.periodic() ? 0 : 1; j < levels; ++j) by_faces.add(-u(j, column), of_f(j, column));
        if (!grid.periodic()) {
          by_faces.add(-f(levels - 1, column), u(levels, column), 0.5L);
          by_faces.add(-f(0, column), u(0, column), 0.5L);
        }
        require_balance<typename TestType::number>(by_cells, by_faces);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("The divergence of a column telescopes to the difference of its end fluxes", "[adjoint]",
                        support::FormulaAxes) {
  for (const int levels : {1, 2, 33, 4097}) {
    for (const auto& grid : all_kinds(levels)) {
      typename TestType::centers divergence(grid);
      typename TestType::faces u(grid);
      support::scatter(u);
      divergence = DivergenceF2C()(u);
      for (std::size_t column = 0; column < 3; ++column) {
        Sum inside, ends;
        for (int i = 0; i < levels; ++i)
          inside.add(divergence(i, column), 1, grid.dz_centers(column)[static_cast<std::size_t>(i)]);
        if (!grid.periodic()) {
          ends.add(-u(levels, column), 1);
          ends.add(u(0, column), 1);
        }
        require_balance<typename TestType::number>(inside, ends);
      }
    }
  }
}
