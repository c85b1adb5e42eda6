// SPDX-License-Identifier: BSD-3-Clause
#include "column/dense_program.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "support/strided_view.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

auto says(const char* text) { return MessageMatches(ContainsSubstring(text)); }

template <class Layout, class T>
void require_exact(int levels, std::size_t columns) {
  const auto r = dense::run<backend::Cpu, Layout, T>(levels, columns);
  const auto [share, what] = dense::worst(r, levels, columns, std::numeric_limits<T>::epsilon());
  INFO(levels << " levels, " << columns << " columns, " << what);
  CHECK(share <= 1);
  CHECK(share > 0);
}

}  // namespace

TEST_CASE("Dense operators in expressions are exact to rounding, both layouts and precisions", "[column][dense]") {
  for (const int levels : {1, 2, 3, 31, 32, 33, 64, 137}) {
    for (const std::size_t columns : {1U, 33U}) {
      require_exact<layout::LevelsContiguous, double>(levels, columns);
      require_exact<layout::ColumnsContiguous, float>(levels, columns);
    }
  }
  require_exact<layout::LevelsContiguous, double>(520, 1);
  require_exact<layout::ColumnsContiguous, float>(520, 1);
  require_exact<layout::LevelsContiguous, double>(33, 300);
  require_exact<layout::ColumnsContiguous, float>(33, 300);
}

TEST_CASE("A dense operator that is the identity gives its argument back, whatever is made of the row above",
          "[column][dense]") {
  const auto grid = ColumnGrid::periodic(5, 0.0, 1.0, 3);
  std::vector<double> ones(25);
  for (std::size_t i = 0; i < 5; ++i) ones[6 * i] = 1;
  const support::StridedView<const double> view(ones.data(), {5, 5}, {5, 1});
  CenterField<double> x(grid), y(grid), z(grid);
  support::scatter(x, 1);
  y = DenseC2C(view)(x + 0.0);
  CHECK(y.to_host() == x.to_host());
  y = InterpolateF2C()(GradientC2F()(DenseC2C(view)(x)));
  z = InterpolateF2C()(GradientC2F()(x));
  CHECK(y.to_host() == z.to_host());
  // The expression may outlive the operator.
  const auto kept = [&] { return 2.0 * DenseC2C(view)(x); }();
  y = kept - x;
  CHECK(y.to_host() == x.to_host());
}

TEST_CASE("The transpose of a dense operator is its adjoint", "[column][dense]") {
  const auto grid = ColumnGrid::uniform(20, 0.0, 1.0);
  const DenseC2F up(dense::entries(21, 20, 3), 21, 20);
  const DenseF2C down = transpose(up);
  CenterField<double> x(grid), of_f(grid);
  FaceField<double> f(grid), of_x(grid);
  support::scatter(x, 1);
  support::scatter(f, 2);
  of_x = up(x);
  of_f = down(f);
  long double left = 0, right = 0;
  for (int k = 0; k <= 20; ++k) left += static_cast<long double>(of_x(k, 0)) * f(k, 0);
  for (int k = 0; k < 20; ++k) right += static_cast<long double>(x(k, 0)) * of_f(k, 0);
  CHECK(std::fabs(left - right) < 1e-13L);
  CHECK(std::fabs(left) > 1e-3L);
}

TEST_CASE("A dense operator says which shapes and grids do not fit", "[column][dense][errors]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 3), coarse = ColumnGrid::uniform(2, 0.0, 1.0, 3);
  CenterField<double> x(grid, "x"), y(grid, "y"), z(coarse, "z");
  y.fill(5.0);
  const std::vector<double> twenty(20);
  REQUIRE_THROWS_MATCHES(
      (y = DenseC2C(twenty, 5, 4)(x)), ShapeError,
      says("DenseC2C: the matrix is 5 x 4, but the result has 4 levels (center) and the argument 4"));
  REQUIRE_THROWS_MATCHES(DenseC2C(twenty, 3, 4), ShapeError, says("20 entries were given for 3 x 4"));
  REQUIRE_THROWS_MATCHES((y = DenseC2C(twenty, 4, 5)(z)), ShapeError, says("give a matrix of 4 x 4"));
  const std::vector<double> eight(8), sixteen(16);
  REQUIRE_THROWS_MATCHES((y = DenseC2C(sixteen, 4, 4)(z)), GridError, says("or give the operator the two grids"));
  const DenseC2C down(eight, 2, 4, grid, coarse);
  REQUIRE_THROWS_MATCHES((y = down(x)), GridError, says("stands in an expression on another"));
  REQUIRE_THROWS_MATCHES((z = z + down(z)), GridError, says("\"z\" (center field, 2 levels x 3 columns"));
  REQUIRE_THROWS_AS(DenseC2C(eight, 2, 4, grid, ColumnGrid::uniform(2, 0.0, 1.0, 4)), GridError);
  CHECK(y.to_host() == std::vector<double>(12, 5.0));
  z = down(x) + z;
  const CenterField<double> made = 2 * down(x);
  CHECK(made.levels() == 2);
}

TEST_CASE("A product may be the right side of a solve and what an accumulation takes", "[column][dense]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  const DenseC2C reversed(std::vector<double>{0, 0, 1, 0, 2, 0, 3, 0, 0}, 3, 3);
  CenterField<double> x(grid), product(grid), by_hand(grid), y(grid);
  support::scatter(x, 3);
  product = reversed(x);
  const auto matrix = 2.0 * identity() + jacobian(x * x, wrt(x));
  by_hand = solve(matrix, product);
  y = solve(matrix, reversed(x));
  CHECK(y.to_host() == by_hand.to_host());
  by_hand = column_accumulate(functions::Add{}, 0.0, as_is, from_top, product);
  y = column_accumulate(functions::Add{}, 0.0, as_is, from_top, reversed(x));
  CHECK(y.to_host() == by_hand.to_host());
}

TEST_CASE("explain prints a dense operator with its shape", "[column][dense]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 3);
  CenterField<double> x(grid, "x"), y(grid, "y");
  const std::vector<double> sixteen(16);
  const auto text = explain(y, x + DenseC2C(sixteen, 4, 4)(x)).text();
  CHECK(text.starts_with("y = (x + DenseC2C(4 x 4)(x))"));
  CHECK(text.find("some columns at a time") != std::string::npos);
}
