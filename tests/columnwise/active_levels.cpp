// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "active.hpp"

using namespace active_test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

TEST_CASE("Active levels have the bits of each column cut out to a grid of its own, and all else is untouched",
          "[active]") {
  const auto as_cut = [](auto& cut) { cut.compute(policy(), policy()); };
  for (const int levels : {1, 2, 3, 63, 64, 65, 1000}) {
    const std::size_t columns = levels < 63 ? 23 : 9;
    const bool even = levels % 2 == 0;
    using Levels = layout::LevelsContiguous;  // loops are there in lanes
    CHECK(first_difference<double, backend::Cpu, Levels, Functions::physics>(levels, columns, even, as_cut) == "");
    using Columns = layout::ColumnsContiguous;
    CHECK(first_difference<float, backend::Cpu, Columns, Functions::loops>(levels, columns, !even, as_cut) == "");
  }
}

TEST_CASE("Columns with the same active levels that are no neighbours have the bits of each cut out", "[active]") {
  const auto as_cut = [](auto& cut) { cut.compute(policy(), policy()); };
  for (const int levels : {5, 40}) {
    for (const bool per_column : {false, true}) {
      using Levels = layout::LevelsContiguous;
      CHECK(first_difference<double, backend::Cpu, Levels, Functions::physics>(levels, 70, per_column, as_cut,
                                                                               scattered_floors) == "");
      using Columns = layout::ColumnsContiguous;
      CHECK(first_difference<float, backend::Cpu, Columns, Functions::loops>(levels, 70, per_column, as_cut,
                                                                             scattered_floors) == "");
    }
  }
}

namespace {

/// A column alone, and the first two of more columns than vectors hold, which are computed beside others: fields are
/// all alike.
template <class T, class Layout, Functions which>
void check_lone(int levels, bool per_column) {
  CAPTURE(levels, per_column);
  constexpr std::size_t most = 40;
  const auto faces = rough_faces(levels, most);
  const auto all = [&](std::size_t columns) {
    const auto rows = static_cast<std::ptrdiff_t>(per_column ? columns : 1) * (levels + 1);
    const std::vector<double> own(faces.begin(), faces.begin() + rows);
    auto fields = Fields<T, backend::Cpu, Layout, which>(per_column ? ColumnGrid::from_faces_per_column(own, columns)
                                                                    : ColumnGrid::from_faces(own, columns));
    fields.x.fill([](double z, std::size_t c) { return static_cast<T>(std::sin(3 * z + static_cast<double>(c))); });
    fields.f.fill([](double z, std::size_t c) { return static_cast<T>(std::cos(z) + 0.01 * static_cast<double>(c)); });
    fields.s.fill([](std::size_t c) { return static_cast<T>(0.1 * static_cast<double>(c)); });
    fields.compute(policy(), policy());
    return fields;
  };
  const auto many = all(most);
  for (const std::size_t columns : {std::size_t{1}, std::size_t{2}, std::size_t{33}}) {
    CAPTURE(columns);
    const auto few = all(columns);
    const auto same = [&](const auto& few_of, const auto& many_of) {
      const auto one = few_of.to_host(), other = many_of.to_host();
      return std::equal(one.begin(), one.end(), other.begin(),
                        [](auto x, auto y) { return x == y || (x != x && y != y); });
    };
    CHECK(same(few.a, many.a));
    CHECK(same(few.b, many.b));
    CHECK(same(few.integral, many.integral));
    CHECK(same(few.c, many.c));
    CHECK(same(few.total, many.total));
    CHECK(same(few.highest, many.highest));
    CHECK(same(few.level, many.level));
    CHECK(same(few.tree, many.tree));
    CHECK(same(few.x, many.x));
    CHECK(same(few.y, many.y));
    CHECK(same(few.p, many.p));
    CHECK(same(few.w, many.w));
    CHECK(same(few.fallen, many.fallen));
    CHECK(same(few.height, many.height));
    CHECK(same(few.passes, many.passes));
  }
}

}  // namespace

TEST_CASE("Columns alone have the bits of the same beside others", "[active]") {
  for (const int levels : {1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 33, 64, 65, 200}) {
    for (const bool per_column : {false, true}) {
      check_lone<double, layout::LevelsContiguous, Functions::physics>(levels, per_column);
      check_lone<float, layout::ColumnsContiguous, Functions::loops>(levels, per_column);
    }
  }
}

TEST_CASE("Sums, fluxes and solves in active levels are those of long double", "[active]") {
  const std::size_t columns = 23;
  for (const int levels : {1, 2, 3, 65, 1000}) {
    const auto faces = rough_faces(levels, 1);
    const auto grid = ColumnGrid::from_faces(faces, columns);
    Fields<double, backend::Cpu, layout::LevelsContiguous> all(grid);
    support::scatter(all.x, 4);
    SurfaceField<int> first(grid), last(grid);
    first.fill([&](std::size_t c) { return cells_of(c, levels).first; });
    last.fill([&](std::size_t c) { return cells_of(c, levels).last; });
    const auto active = active_levels(first, last);
    const auto diffused = DivergenceF2C(no_flux)(GradientC2F()(all.x));
    assign(all.a, diffused, active);
    assign(all.total, column_integral(all.x), active);
    assign(all.c, solve(identity() - 0.5 * jacobian(diffused, wrt(all.x)), all.x), active);
    for (std::size_t c = 0; c < columns; ++c) {
      INFO(levels << " levels, column " << c);
      const Cells cells = inside(cells_of(c, levels), levels);
      const auto z = [&](int face) { return static_cast<long double>(faces[static_cast<std::size_t>(face)]); };
      const auto flux = [&](const auto& y, int face) -> long double {
        if (face <= cells.first || face > cells.last) return 0;
        return (static_cast<long double>(y(face, c)) - y(face - 1, c)) / (0.5L * (z(face + 1) - z(face - 1)));
      };
      const auto divergence = [&](const auto& y, int k) { return (flux(y, k + 1) - flux(y, k)) / (z(k + 1) - z(k)); };
      long double mass = 0;
      for (int k = cells.first; k <= cells.last; ++k) {
        mass += all.x(k, c) * (z(k + 1) - z(k));
        REQUIRE(std::fabs(all.a(k, c) - static_cast<double>(divergence(all.x, k))) <= 1e-14);
        REQUIRE(std::fabs(all.c(k, c) - static_cast<double>(0.5L * divergence(all.c, k) + all.x(k, c))) <= 1e-14);
      }
      if (cells.first <= cells.last) REQUIRE(std::fabs(all.total(c) - static_cast<double>(mass)) <= 1e-12);
    }
  }
}

namespace {
struct Divided {
  STENCIL_FUNCTION auto operator()(auto by, auto x) const {
    const auto lu = factorize(band(0.0 * x, by, 0.0 * x));
    return results(lu.solve(x), first_failure(lu));
  }
};
}  // namespace

TEST_CASE("What cannot be solved in active levels is said with the level of the grid", "[active]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0, 3);
  CenterField<double> x(grid), by(grid);
  SurfaceField<int> first(grid), failures(grid);
  x = 1.0;
  by = 2.0;
  by(4, 1) = 0.0;
  by(1, 0) = 0.0;  // below the lowest active level
  first = 3;
  failures = -1;
  assign(fields(x, failures), columnwise(Divided{})(by, x), active_levels(first, 5));
  CHECK(failures.to_host() == std::vector<int>{-1, 1, -1});
  const auto said = MessageMatches(ContainsSubstring("in column 1 at level 4"));
  CHECK_THROWS_MATCHES(require_solved(failures, first), SolveError, said);
  CHECK_THROWS_MATCHES(require_solved(failures, 3), SolveError, said);
  first = -7;  // as active_levels, which cuts off what lies outside of the grid
  CHECK_THROWS_MATCHES(require_solved(failures, first), SolveError,
                       MessageMatches(ContainsSubstring("in column 1 at level 1")));
  failures = -1;
  CHECK_NOTHROW(require_solved(failures, first));
}

namespace {
struct Twice {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(2.0 * x); }
};
}  // namespace

TEST_CASE("Matrices of operators keep their bands in active levels and as arguments of column functions", "[active]") {
  const auto grid = ColumnGrid::stretched(7, 0.0, 1.0, 0.05, 2);
  CenterField<double> x(grid), by_tree(grid), by_function(grid);
  support::scatter(x, 1);
  const auto div = DivergenceF2C(no_flux);
  const auto both = operator_matrix(div) * operator_matrix(GradientC2F());
  const auto require_same = [&](const auto& tree) {
    by_tree = tree;
    assign(by_function, tree, active_levels(0, 6));
    CHECK(by_function.to_host() == by_tree.to_host());
    by_tree = 2.0 * by_tree;
    by_function = columnwise(Twice{})(tree);
    CHECK(by_function.to_host() == by_tree.to_host());
  };
  require_same(both * x);
  require_same(operator_matrix(div) * (operator_matrix(GradientC2F()) * x));
  require_same(InterpolateF2C()(transpose(operator_matrix(div)) * x));
  // An operator of the grid alone, with a condition of a field, beside values.
  SurfaceField<double> steep(grid);
  steep.fill([](std::size_t column) { return 3.0 + static_cast<double>(column); });
  const auto sloping = GradientC2F(bottom(SetGradient(steep)));
  require_same(x * InterpolateF2C()(sloping(heights(Center{}))));
  require_same(operator_matrix(div) * (operator_matrix(sloping) * x + operator_constant(sloping)));
  const auto matrix = identity() - 0.01 * both;
  by_tree = solve(matrix, x);
  assign(by_function, solve(matrix, x), active_levels(0, 6));
  CHECK(by_function.to_host() == by_tree.to_host());
  CHECK(global_max(abs(div(GradientC2F()(x)) - both * x)) < 1e-12 * global_max(abs(both * x)));
}

namespace {
/// A formula without neighbours, in the active levels that a mask has too, in its own place, and several at once.
template <class T, class Layout>
void check_points(int levels, std::size_t columns) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 6.0, columns);
  CenterField<T, backend::Cpu, Layout> x(grid), y(grid), z(grid), called(grid);
  SurfaceField<int> first(grid), last(grid);
  for (std::size_t c = 0; c < columns; ++c) {
    first(c) = cells_of(c, levels).first;
    last(c) = cells_of(c, levels).last;
    for (int k = 0; k < levels; ++k) {
      const bool active = k >= first(c) && k <= last(c);
      x(k, c) = static_cast<T>(k) + static_cast<T>(c) / 4;
      y(k, c) = T(untouched);
      z(k, c) = x(k, c);
      called(k, c) = active ? x(k, c) : T(-1);  // what a user's function may refuse
    }
  }
  const auto active = active_levels(first, last);
  bool refused = false;
  assign(y, x * x + T(1), active.where(x > T(1)));
  assign(z, z * x, active);
  assign(called, pointwise([&](T a) { return refused = refused || a < 0, 2 * a; })(called), active);
  CHECK_FALSE(refused);
  CenterField<int, backend::Cpu, Layout> divisor(grid), quotient(grid), rest(grid);
  for (std::size_t c = 0; c < columns; ++c) {
    for (int k = 0; k < levels; ++k) {
      divisor(k, c) = k >= first(c) && k <= last(c) ? k + 3 : 0;  // a zero ends the program
      quotient(k, c) = rest(k, c) = -1;
    }
  }
  assign(quotient, 100 / divisor, active);
  assign(rest, 1 + 100 % divisor, active);
  for (std::size_t c = 0; c < columns; ++c) {
    for (int k = 0; k < levels; ++k) {
      const bool there = k >= first(c) && k <= last(c);
      CAPTURE(levels, columns, c, k);
      REQUIRE(y(k, c) == (there && x(k, c) > 1 ? x(k, c) * x(k, c) + 1 : T(untouched)));
      REQUIRE(z(k, c) == (there ? x(k, c) * x(k, c) : x(k, c)));
      REQUIRE(called(k, c) == (there ? 2 * x(k, c) : T(-1)));
      REQUIRE(quotient(k, c) == (there ? 100 / (k + 3) : -1));
      REQUIRE(rest(k, c) == (there ? 1 + 100 % (k + 3) : -1));
    }
  }
  // The level below the lowest wraps around in a type without a sign; as an int it is -1.
  SurfaceField<unsigned> last_of(grid);
  last_of.fill([&](std::size_t c) { return static_cast<unsigned>(last(c)); });
  y = T(untouched);
  assign(y, T(3) * x, active_levels(first, last_of));
  for (std::size_t c = 0; c < columns; ++c) {
    for (int k = 0; k < levels; ++k)
      REQUIRE(y(k, c) == (k >= first(c) && k <= last(c) ? T(3) * x(k, c) : T(untouched)));
  }
  // The second formula reads what the first writes.
  const auto old = y;
  evaluate(into(y, T(2) * x), into(z, x + y), active_levels(first, levels / 2));
  for (std::size_t c = 0; c < columns; ++c) {
    for (int k = 0; k < levels; ++k) {
      if (k < first(c) || k > levels / 2) continue;
      REQUIRE((y(k, c) == 2 * x(k, c) && z(k, c) == x(k, c) + old(k, c)));
    }
  }
}
}  // namespace

TEST_CASE("A formula without neighbours is computed in active levels alone", "[active]") {
  for (const int levels : {1, 5, 40}) {
    for (const std::size_t columns : {1U, 37U, 300U}) {
      check_points<double, layout::LevelsContiguous>(levels, columns);
      check_points<float, layout::ColumnsContiguous>(levels, columns);
    }
  }
}

TEST_CASE("The end levels of a column are its lowest and its highest active one", "[active]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 5.0, 2);
  CenterField<double> x(grid);
  SurfaceField<int> first(grid);
  first(0) = 1, first(1) = 3;
  x = 0.0;
  assign(x, where(is_lowest(Center{}), 1.0, 2.0 * x) + where(is_highest(Center{}), 10.0, 0.0), active_levels(first, 3));
  CHECK(x.to_host() == std::vector<double>{0, 1, 0, 10, 0, 0, 0, 0, 11, 0});
}

TEST_CASE("Active levels are numbered from the lowest active one", "[active]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 5.0, 2);
  CenterField<double> x(grid);
  SurfaceField<int> first(grid);
  first(0) = 1, first(1) = 3;
  x = -1.0;
  assign(x, 1.0 * level_index(Center{}), active_levels(first, 4));
  CHECK(x.to_host() == std::vector<double>{-1, 0, 1, 2, 3, -1, -1, -1, 0, 1});
}

TEST_CASE("A mask leaves out active levels, and levels are numbers or fields", "[active]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0, 3);
  CenterField<double> x(grid), y(grid), m(grid);
  x.fill([](double z) { return z; });
  y = untouched;
  SurfaceField<int> first(grid);
  first.fill([](std::size_t c) { return static_cast<int>(c); });
  assign(y, x + column_sum(0.0 * x + 1.0), active_levels(first, 3).where(x > 2.0));
  for (std::size_t c = 0; c < 3; ++c) {
    for (int k = 0; k < 6; ++k) {
      const bool written = k >= static_cast<int>(c) && k >= 2 && k <= 3;
      CHECK(y(k, c) == (written ? x(k, c) + 4.0 - static_cast<double>(c) : untouched));
    }
  }
  // Levels count from the lowest active one; where a column is shorter than that, the nearest.
  SurfaceField<double> fourth(grid);
  SurfaceField<int> level(grid);
  assign(fourth, at_level(x, 3), active_levels(first, 3));
  CHECK(fourth.to_host() == std::vector<double>{3.5, 3.5, 3.5});
  assign(level, first_level_where(x > 2.0, from_bottom), active_levels(first, 3));
  CHECK(level.to_host() == std::vector<int>{2, 1, 0});
  // Several trees in one pass, and a destination that is read in another order of memory.
  evaluate(into(y, 2.0 * x), into(m, x + y), active_levels(first, 3));
  CHECK((y(3, 0) == 7.0 && m(3, 0) == 3.5 + 3.5 + 4.0 && m(4, 0) == 0.0 && m(0, 1) == 0.0));
  auto shifted = wrap_center(x.data() + 1, 1, 6, ColumnGrid::uniform(4, 0.0, 4.0, 3));
  auto same = wrap_center(x.data(), 1, 6, shifted.grid());
  const auto before = x.to_host();
  SurfaceField<int> low(shifted.grid());
  low = 1;
  assign(shifted, 10.0 * same, active_levels(low, 2));
  auto expected = before;
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t k = 1; k <= 2; ++k) expected[c * 6 + k + 1] = 10.0 * before[c * 6 + k];
  }
  CHECK(x.to_host() == expected);
}

TEST_CASE("Levels that no int holds are cut off at the grid, too", "[active]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 2);
  CenterField<double> y(grid);
  const auto written = [&](const auto& first, const auto& last) {
    y = untouched;
    assign(y, 1.0 + 0.0 * heights(Center{}), active_levels(first, last));
    int count = 0;
    for (const double value : y.to_host()) count += value == 1.0 ? 1 : 0;
    return count;
  };
  CHECK(written(0, std::numeric_limits<long long>::max()) == 8);
  CHECK(written(std::numeric_limits<long long>::lowest(), 1LL << 32) == 8);
  CHECK(written(1LL << 32, 3) == 0);
  SurfaceField<std::uint64_t> last(grid);
  last = std::uint64_t{1} << 40U;
  CHECK(written(2, last) == 4);
  last = ~std::uint64_t{0};  // one below zero
  CHECK(written(0, last) == 0);
  SurfaceField<long long> first(grid);
  first = -(1LL << 32);
  CHECK(written(first, 0) == 2);
}

TEST_CASE("What active levels cannot be is refused before anything is written", "[active]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 6.0, 3), ring = ColumnGrid::periodic(6, 0.0, 6.0, 3);
  CenterField<double> x(grid), on_ring(ring);
  SurfaceField<int> first(grid), last(grid), there(ring), empty;
  CHECK_THROWS_MATCHES(assign(x, x + 1.0, active_levels(there, 3)), GridError,
                       MessageMatches(ContainsSubstring("active levels")));
  CHECK_THROWS_MATCHES(assign(x, x + 1.0, active_levels(0, there)), GridError,
                       MessageMatches(ContainsSubstring("active levels")));
  CHECK_THROWS_MATCHES(assign(x, x + 1.0, active_levels(empty, 3)), ShapeError,
                       MessageMatches(ContainsSubstring("active levels")));
  CHECK_THROWS_MATCHES(assign(on_ring, on_ring + 1.0, active_levels(1, 3)), GridError,
                       MessageMatches(ContainsSubstring("ring")));
  CHECK_THROWS_MATCHES(assign(first, first + 1, active_levels(first, last)), ShapeError,
                       MessageMatches(ContainsSubstring("shares memory")));
  CHECK(x.to_host() == std::vector<double>(18, 0.0));
  CHECK(explain(x, 2.0 * x, active_levels(first, last)).mapping.reason.find("active levels") != std::string::npos);
}
