// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

// Compiled with -ffast-math, which says that there are no NaN: what is promised of them holds nevertheless.
namespace {

using namespace stencil;

static_assert(STENCIL_ONLY_BITS_TELL);

double number_of(std::uint64_t known) {
  static volatile std::uint64_t bits = 0;  // unknown to the compiler
  bits = known;
  return std::bit_cast<double>(std::uint64_t{bits});
}
double not_a_number() { return number_of(0x7ff8000000000000); }
bool is_number(double x) { return (std::bit_cast<std::uint64_t>(x) << 1U) < 0xffe0000000000000; }

/// 0, 1, ... at the levels of every column, a NaN at one of them.
template <class Layout>
CenterField<double, backend::Cpu, Layout> with_one_nan(std::size_t column, int level) {
  CenterField<double, backend::Cpu, Layout> x(ColumnGrid::uniform(9, 0.0, 9.0, 21), "x");
  x.fill([](double z) { return z - 0.5; });
  x(level, column) = not_a_number();
  return x;
}

}  // namespace

TEMPLATE_TEST_CASE("NaN are found, sorted and counted when the compiler does not know them", "[fast-math]",
                   layout::LevelsContiguous, layout::ColumnsContiguous) {
  for (const std::size_t column : {std::size_t{0}, std::size_t{7}, std::size_t{20}}) {
    for (const int level : {0, 4, 8}) {
      const auto x = with_one_nan<TestType>(column, level);
      CenterField<double, backend::Cpu, TestType> y(x.grid());
      SurfaceField<double> most(x.grid()), least(x.grid());
      CAPTURE(column, level);
      try {
        assign(y, 2.0 * x, check_values);
        FAIL("nothing was found");
      } catch (const ValueError& error) {
        CHECK(error.column == column);
        CHECK(error.level == level);
      }
      for (const auto way : {0, 1}) {
        if (way == 0) y = column_sort(x);
        if (way == 1) y = column_sort(x, descending);
        CHECK_FALSE(is_number(y(8, column)));
        CHECK(is_number(y(0, column)));
        CHECK(y(7, column) == (way == 0 ? (level == 8 ? 7 : 8) : (level == 0 ? 1 : 0)));
      }
      most = column_max(x);
      least = column_min(x);
      for (std::size_t c = 0; c < 21; ++c) {
        CHECK(is_number(most(c)) == (c != column));
        CHECK(is_number(least(c)) == (c != column));
      }
      CHECK((most(3) == 8 && least(3) == 0));
      CHECK_FALSE(is_number(global_max(x)));
      CHECK_FALSE(is_number(global_min(x)));
      CHECK(histogram(x, std::array{0.0, 4.5, 8.5}).nan == 1);
      CHECK_FALSE(is_number(level_quantile(x, 0.5)[static_cast<std::size_t>(level)]));
    }
  }
}

TEST_CASE("Numbers that are none are refused when the compiler does not know them", "[fast-math]") {
  auto x = with_one_nan<layout::LevelsContiguous>(4, 3);
  CHECK_THROWS_AS(newton(x, x * x + 1.0), SolveError);
  const double bad = not_a_number();
  CHECK_THROWS_AS(ColumnGrid::uniform(4, 0.0, bad), GridError);
  CHECK_THROWS_AS(ColumnGrid::from_faces(std::array{0.0, bad, 2.0}), GridError);
  CHECK_THROWS_AS(ColumnGrid::stretched(4, 0.0, 1.0, bad), GridError);
  // Heights that are assigned are looked at on demand: a face that is no number, and one at infinity.
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 3).with_changing_heights();
  FaceField<double> z(grid);
  z.fill([](double height) { return height; });
  check_heights(grid);
  for (const double top : {bad, number_of(0x7ff0000000000000)}) {
    z(4, 1) = top;
    set_heights(grid, z);
    CHECK_THROWS_AS(check_heights(grid), GridError);
  }
}
