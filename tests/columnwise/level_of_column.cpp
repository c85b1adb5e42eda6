// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <type_traits>

#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

constexpr int levels = 9;
constexpr std::size_t columns = 37;  // whole vectors and a part of one

/// Two surface fields with the same bits.
template <class S>
void require_same(const S& one_row, const S& whole_column) {
  for (std::size_t c = 0; c < columns; ++c) {
    CAPTURE(c);
    const auto a = one_row(c), b = whole_column(c);
    REQUIRE((a == b || (a != a && b != b)));
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(a)>, double>)
      REQUIRE((a != a || std::bit_cast<std::int64_t>(a) == std::bit_cast<std::int64_t>(b)));
  }
}

/// at_level of expressions beside the same inside a column function, whose lanes hold the column.
template <class T, class Backend, class Layout>
void require_rows(const ColumnGrid& grid) {
  CenterField<T, Backend, Layout> a(grid), b(grid);
  FaceField<T, Backend, Layout> f(grid);
  CenterField<int, Backend, Layout> count(grid);
  SurfaceField<T, Backend> one_row(grid), whole_column(grid), other(grid);
  SurfaceField<int, Backend> level(grid), counted(grid), counted_column(grid);
  SurfaceField<std::int64_t, Backend> wide_level(grid);
  for (std::size_t c = 0; c < columns; ++c) {
    level(c) = static_cast<int>(c) % (levels + 4) - 2;  // some columns have no such level
    wide_level(c) = (std::int64_t{1} << 32) * static_cast<std::int64_t>(c % 3 == 1) + level(c);
    other(c) = static_cast<T>(c) + T(0.5);
    for (int k = 0; k <= levels; ++k) {
      const auto x = static_cast<T>(0.01 * static_cast<double>((7 * static_cast<std::size_t>(k) + 13 * c) % 65));
      f(k, c) = x - 1;
      if (k < levels) a(k, c) = x, b(k, c) = x * x + 1, count(k, c) = 10 * k + static_cast<int>(c);
    }
  }
  one_row = at_level(a, level);
  whole_column = columnwise([](auto x, auto k) { return results(at_level(x, k)); })(a, level);
  require_same(one_row, whole_column);
  one_row = 2.0 * at_level(f, level, -3.0) + at_level(b, level + 1, other);
  whole_column = columnwise([](auto x, auto y, auto k, auto s) {
    return results(2.0 * at_level(x, k, -3.0) + at_level(y, k + 1, s));
  })(f, b, level, other);
  require_same(one_row, whole_column);
  one_row = at_level(a * b + 1.0, level) - at_level(GradientF2C()(f), wide_level, 7.0);
  whole_column = columnwise([](auto x, auto y, auto z, auto k, auto l) {
    return results(at_level(x * y + 1.0, k) - at_level(GradientF2C()(z), l, 7.0));
  })(a, b, f, level, wide_level);
  require_same(one_row, whole_column);
  one_row = at_level(b, first_level_where(a > 0.5, from_top), 0.25);
  whole_column =
      columnwise([](auto x, auto y) { return results(at_level(y, first_level_where(x > 0.5, from_top), 0.25)); })(a, b);
  require_same(one_row, whole_column);
  one_row = at_level(GradientC2F()(a * b), level, 1.0) + at_level(heights(Face{}), level, 2.0) +
            at_level(heights(Center{}) * a, level, 3.0) + at_level(a / column_max(a), level, 4.0);
  whole_column = columnwise([](auto x, auto y, auto k) {
    return results(at_level(GradientC2F()(x * y), k, 1.0) + at_level(heights(Face{}), k, 2.0) +
                   at_level(heights(Center{}) * x, k, 3.0) + at_level(x / column_max(x), k, 4.0));
  })(a, b, level);
  require_same(one_row, whole_column);
  one_row = first_value_where(a > other * 0.02, b * a, from_top, -1.0) + first_height_where(b > 1.3, from_bottom, 0.5);
  whole_column = columnwise([](auto x, auto y, auto s) {
    return results(first_value_where(x > s * 0.02, y * x, from_top, -1.0) +
                   first_height_where(y > 1.3, from_bottom, 0.5));
  })(a, b, other);
  require_same(one_row, whole_column);
  counted = at_level(count, level) + first_level_where(count % 7 == 3);
  counted_column =
      columnwise([](auto n, auto k) { return results(at_level(n, k) + first_level_where(n % 7 == 3)); })(count, level);
  require_same(counted, counted_column);
  // The level is read before it is written.
  counted = level + 0;
  counted = at_level(count, counted);
  counted_column = at_level(count, level);
  require_same(counted, counted_column);
  // Where a mask is false the old value stays.
  whole_column = other + 0.0;
  assign(whole_column, at_level(a, level, 9.0), policy().where(level > 3));
  one_row = where(level > 3, at_level(a, level, 9.0), other);
  require_same(one_row, whole_column);
}
template <class T, class Backend>
void require_both_layouts(const ColumnGrid& grid) {
  require_rows<T, Backend, layout::LevelsContiguous>(grid);
  require_rows<T, Backend, layout::ColumnsContiguous>(grid);
}

}  // namespace

TEST_CASE("A level per column of an expression has the bits that it has in a column function", "[columnwise]") {
  const auto bounded = ColumnGrid::uniform(levels, 0.0, 9.0, columns);
  require_both_layouts<double, backend::Cpu>(bounded);
  require_both_layouts<float, backend::Cpu>(bounded);
  require_both_layouts<double, backend::Emulation>(bounded);
  require_both_layouts<double, backend::Cpu>(ColumnGrid::periodic(levels, 0.0, 9.0, columns));
}

TEST_CASE("The level may be one of heights alone", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 100.0, 3);
  CenterField<float> a(grid);
  SurfaceField<float> at(grid), nowhere(grid), highest(grid);
  a.fill([](double z, std::size_t column) { return z + static_cast<double>(column); });
  fields(at, nowhere, highest) = columnwise([](auto x) {
    return results(at_level(x, first_level_where(heights(Center{}) > 35.0)),
                   at_level(x, first_level_where(heights(Center{}) > 350.0), -1.0),
                   at_level(x, column_max(level_index(Center{})), at_level(x, 0)));
  })(a);
  for (std::size_t c = 0; c < 3; ++c) {
    CHECK(at(c) == a(2, c));
    CHECK(nowhere(c) == -1.0f);
    CHECK(highest(c) == a(4, c));
  }
}

namespace {
/// Operations whose operands are heights and numbers alone, beside a value.
template <class T, class Backend, class Layout>
void require_of_heights_alone(const ColumnGrid& grid) {
  CenterField<T, Backend, Layout> a(grid), sum(grid), at_heights(grid), solved(grid);
  FaceField<T, Backend, Layout> f(grid), above(grid);
  a = T(1);
  f = T(1);
  fields(sum, at_heights, solved) = columnwise([](auto x) {
    const auto z = heights(Center{});
    return results(x + column_accumulate(functions::Add{}, 0.5, as_is, from_bottom, 1.0 * level_index(Center{})),
                   x + at_level(z, first_level_where(z > 2.0), 0.0) + at_height(2.0 * z, 3.0),
                   x * solve(band(0.0 * z, 4.0 + 0.0 * z, 0.0 * z), z));
  })(a);
  above = columnwise([](auto y) { return results(y + cumulative_integral(2.0 * spacing(Center{}), top(0.25))); })(f);
  const auto sums = sum.to_host(), places = at_heights.to_host(), quarters = solved.to_host(),
             integrals = above.to_host();
  for (std::size_t c = 0; c < grid.columns(); ++c) {
    for (std::size_t k = 0; k < levels; ++k) {
      CAPTURE(c, k);
      const auto number = static_cast<T>(k);
      REQUIRE(sums[c * levels + k] == T(1.5) + number * (number + 1) / 2);
      REQUIRE(places[c * levels + k] == T(1 + 2.5 + 6));
      REQUIRE(quarters[c * levels + k] == (number + T(0.5)) / 4);
      REQUIRE(integrals[c * (levels + 1) + k] == T(1.25) + 2 * (static_cast<T>(levels) - number));
    }
  }
}
}  // namespace

TEST_CASE("Operations on whole columns take heights and numbers alone", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 9.0, columns);
  require_of_heights_alone<double, backend::Cpu, layout::LevelsContiguous>(grid);
  require_of_heights_alone<float, backend::Cpu, layout::ColumnsContiguous>(grid);
  require_of_heights_alone<double, backend::Emulation, layout::ColumnsContiguous>(grid);
}

TEST_CASE("Of an expression at a level per column one row is computed", "[columnwise]") {
  constexpr int whole_vectors = 48;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 9.0, whole_vectors);
  CenterField<double> a(grid);
  SurfaceField<double> out(grid);
  SurfaceField<int> level(grid);
  a = 2.0, level = 4;
  int calls = 0;
  const auto square = pointwise([&calls](double x) { return ++calls, x * x; });
  out = at_level(square(a), level);
  CHECK(out(5) == 4.0);
  CHECK(calls == whole_vectors);
  a = 1.0 * level_index(Center{});
  out = first_value_where(a > 6.5, square(a), 0.0);
  CHECK(out(5) == 49.0);
  CHECK(calls == 2 * whole_vectors);
}

TEST_CASE("check_values looks into a level per column", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 9.0, columns);
  CenterField<double> a(grid, "a");
  SurfaceField<double> out(grid, "out");
  SurfaceField<int> level(grid, "level");
  a = 1.0, level = 3;
  a(3, 5) = -1.0;
  a(4, 6) = -1.0;
  CHECK_NOTHROW(out = at_level(sqrt(a), level));
  try {
    assign(out, at_level(sqrt(a), level), check_values);
    FAIL("nothing was found");
  } catch (const ValueError& e) {
    CHECK(e.column == 5);
    CHECK(e.level == 3);
  }
  a = 1.0;
  level(7) = levels;  // where there is none, at_level gives NaN
  const auto above_level = [](auto x, auto k) { return results(column_max(x) - at_level(2.0 * x, k)); };
  try {
    assign(out, columnwise(above_level)(a, level), check_values);
    FAIL("nothing was found");
  } catch (const ValueError& e) {
    CHECK(e.node.find("at_level(#") == 0);
    CHECK(std::string(e.what()).find(", level) is nan in column 7; it read level = 9; ") != std::string::npos);
  }
  level(7) = 0;
  CHECK_NOTHROW(assign(out, columnwise(above_level)(a, level), check_values));
  std::ostringstream text;
  text << explain(out, at_level(sqrt(a), level));
  CHECK(text.str().find("at_level(sqrt(a), level") != std::string::npos);
}
