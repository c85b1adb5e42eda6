// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "support/axes.hpp"
#include "support/per_column.hpp"
#include "systems.hpp"

using namespace stencil;

namespace {

template <class Axis, class Location, class Row>
void require_small_residual(const ColumnGrid& grid, double more) {
  Field<Row, Location, backend::Cpu, typename Axis::layout> rows(grid);
  typename Axis::template field<Location> x(grid), b(grid);
  systems::fill_dominant(rows, more);
  support::scatter(b, 3);
  x.fill(std::numeric_limits<typename Axis::number>::quiet_NaN());
  x = solve(rows, b);
  INFO(grid.levels() << " levels, " << grid.columns() << " columns, " << Location::name << ", ring " << grid.periodic()
                     << ", band " << Row::low << " to " << Row::high << ", dominant by " << more);
  // Diagonally dominant elimination loses no more than a few eps of the terms of a row.
  CHECK(systems::residual(rows, x, b) <= 10);
  if (std::is_same_v<Location, Face> && grid.periodic()) {  // the top face is the one at the bottom
    for (std::size_t c = 0; c < grid.columns(); ++c) CHECK(x(x.levels() - 1, c) == x(0, c));
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("A solution leaves next to nothing of the right side", "[solve]", support::SampleAxes) {
  using T = typename TestType::number;
  for (const int levels : {1, 2, 3, 4, 5, 31, 64, 65, 257, 1000, 4097}) {
    for (const std::size_t columns : levels > 65 ? std::vector<std::size_t>{2} : std::vector<std::size_t>{1, 33}) {
      for (const bool ring : {false, true}) {
        const auto grid =
            ring ? ColumnGrid::periodic(levels, 0.0, 1.0, columns) : ColumnGrid::uniform(levels, 0.0, 1.0, columns);
        require_small_residual<TestType, Center, BandRow<T, -2, 2>>(grid, 1.0);
        require_small_residual<TestType, Center, BandRow<T, -2, 2>>(grid, 0.01);
        require_small_residual<TestType, Face, BandRow<T, -4, 4>>(grid, 1.0);
#if !defined(STENCIL_TEST_SAMPLE)  // these eliminate by the same loops
        require_small_residual<TestType, Center, BandRow<T, -2, 4>>(grid, 1.0);
        if (levels > 65) continue;
        require_small_residual<TestType, Center, BandRow<T, 0, 0>>(grid, 1.0);
        require_small_residual<TestType, Face, BandRow<T, -2, 0>>(grid, 1.0);
        require_small_residual<TestType, Center, BandRow<T, 0, 6>>(grid, 1.0);
#endif
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("An implicit step of diffusion inverts the operator, in place and by column heights", "[solve]",
                        support::SampleAxes) {
  using T = typename TestType::number;
  const auto require_inverted = [](const ColumnGrid& grid) {
    const int levels = grid.levels();
    typename TestType::centers x(grid), b(grid), back(grid);
    typename TestType::faces k(grid);
    support::scatter(b, 1);
    k.fill([](double z) { return 0.1 + z * z; });
    const auto tendency = DivergenceF2C(bottom(SetValue(0)), top(SetValue(0)))(k * GradientC2F()(x));
    const double dt = 0.01;
    x = b;
    x = solve(identity() - dt * jacobian(tendency, wrt(x)), x);
    back = x - dt * tendency;
    for (std::size_t c = 0; c < grid.columns(); ++c) {
      for (int level = 0; level < levels; ++level) {
        if (std::abs(back(level, c) - b(level, c)) <= 2000 * std::numeric_limits<T>::epsilon()) continue;
        FAIL_CHECK(levels << " levels, level " << level << ", column " << c << ": " << back(level, c) << " for "
                          << b(level, c));
      }
    }
  };
  for (const int levels : {1, 2, 3, 40}) {
    require_inverted(support::grid_per_column(levels, 21));
    require_inverted(ColumnGrid::periodic(levels, 0.0, 1.0, 21));
  }
  // Several blocks of columns, the last one with a part of a vector; columns that do and do not fill vectors.
  for (const int levels : {7, 8, 33, 48}) require_inverted(ColumnGrid::uniform(levels, 0.0, 1.0, 2500));
}

#if !defined(STENCIL_TEST_SAMPLE)  // nor do these have loops of their own
TEST_CASE("What points out of the column is not read", "[solve]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 3);
  CenterField<BandRow<double, -4, 4>> rows(grid), with_nan(grid);
  CenterField<double> x(grid), y(grid), b(grid);
  systems::fill_dominant(rows, 1);
  support::scatter(b, 1);
  for (std::size_t c = 0; c < 3; ++c) {
    for (int k = 0; k < 5; ++k) {
      auto row = rows(k, c);
      for (int i = 0; i < 5; ++i) {
        if (k - 2 + i < 0 || k - 2 + i >= 5) row.entry[i] = std::nan("");
      }
      with_nan(k, c) = row;
    }
  }
  x = solve(rows, b);
  y = solve(with_nan, b);
  CHECK(x.to_host() == y.to_host());
}

TEMPLATE_TEST_CASE("A masked solve writes where the mask says and nowhere else", "[solve]", layout::LevelsContiguous,
                   layout::ColumnsContiguous) {
  const auto grid = ColumnGrid::uniform(6, 0.0, 1.0, 40);
  using Cells = CenterField<double, backend::Cpu, TestType>;
  CenterField<BandRow<double, -2, 2>, backend::Cpu, TestType> rows(grid);
  Cells x(grid), all(grid), b(grid), wet(grid), mean(grid);
  SurfaceField<double> land(grid);
  systems::fill_dominant(rows, 1);
  support::scatter(b, 1);
  land.fill([](std::size_t column) { return column % 2 == 0 ? 1.0 : 0.0; });
  all = solve(rows, b);
  x.fill(-7.0);
  assign(x, solve(rows, b), policy().where(land > 0.5));
  for (std::size_t c = 0; c < 40; ++c) {
    for (int k = 0; k < 6; ++k) CHECK(x(k, c) == (c % 2 == 0 ? all(k, c) : -7.0));
  }

  // Two rows at the bottom and one on top where the mask's operators have formulas of their own.
  support::scatter(wet, 3);
  const auto of_wet = InterpolateF2C()(LeftBiased3rdOrderC2F()(wet));
  mean = of_wet;
  x.fill(-7.0);
  assign(x, solve(rows, b), policy().where(of_wet > 0));
  for (std::size_t c = 0; c < 40; ++c) {
    for (int k = 0; k < 6; ++k) CHECK(x(k, c) == (mean(k, c) > 0 ? all(k, c) : -7.0));
  }

  // A mask that reads other rows of what is written reads the old ones.
  x = wet;
  assign(x, solve(rows, b), policy().where(InterpolateF2C()(LeftBiased3rdOrderC2F()(x)) > 0));
  for (std::size_t c = 0; c < 40; ++c) {
    for (int k = 0; k < 6; ++k) CHECK(x(k, c) == (mean(k, c) > 0 ? all(k, c) : wet(k, c)));
  }
}

TEST_CASE("Coupled systems are solved as one block system", "[solve]") {
  for (const int levels : {1, 2, 3, 30}) {
    for (const bool ring : {false, true}) {
      const auto grid = ring ? ColumnGrid::periodic(levels, 0.0, 1.0, 3) : ColumnGrid::uniform(levels, 0.0, 1.0, 3);
      CenterField<BandRow<double, -2, 2>> a(grid), d(grid);
      CenterField<double> b(grid), c(grid), f(grid), g(grid), u(grid), v(grid), left(grid);
      CenterField<Vec<double, 2>> both(grid);
      systems::fill_dominant(a, 3);
      systems::fill_dominant(d, 4);
      support::scatter(b, 1);
      support::scatter(c, 2);
      support::scatter(f, 3);
      support::scatter(g, 4);
      both = solve(blocks<2>(a, diagonal(b), diagonal(c), d), vec(f, g));
      u = component<0>(both);
      v = component<1>(both);
      left = abs(a * u + b * v - f) + abs(c * u + d * v - g);
      for (const double value : left.to_host()) CHECK(value <= 1e-13);
      // The same by the Schur complement, v being eliminated where its matrix is diagonal.
      left = u;
      u = solve(a - diagonal(b * c / (2.0 + f * f)), f - b * g / (2.0 + f * f));
      both = solve(blocks<2>(a, diagonal(b), diagonal(c), diagonal(2.0 + f * f)), vec(f, g));
      left = abs(u - component<0>(both));
      for (const double value : left.to_host()) CHECK(value <= 1e-13);
    }
  }
}

TEST_CASE("A solve explains itself", "[solve]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 2);
  CenterField<double> x(grid, "x"), b(grid, "b");
  const auto biharmonic = operator_matrix(GradientF2C()) * operator_matrix(GradientC2F());
  const Explanation e = explain(x, solve(identity() - 0.1 * biharmonic, b));
  CHECK(e.formula.find("solve(") != std::string::npos);
  CHECK(e.mapping.reason.find("2 entries below the diagonal and 2 above") != std::string::npos);
  CHECK(e.bytes_per_column == 2 * 8 * sizeof(double));
}
#endif
