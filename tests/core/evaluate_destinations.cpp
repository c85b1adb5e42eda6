// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/stencil.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>

#include <algorithm>
#include <cstddef>
#include <random>
#include <set>
#include <vector>

#include "support/agreement.hpp"
#include "support/axes.hpp"
#include "support/levels.hpp"
#include "support/numbers.hpp"

using namespace stencil;
using support::are;
using support::levels_of;

TEMPLATE_LIST_TEST_CASE("Centers, faces and surfaces may be destinations of one evaluate", "[evaluate]",
                        support::TwoAxes) {
  const auto grid = support::quadratic_grid(37, 35);
  typename TestType::centers a(grid), doubled(grid);
  typename TestType::faces gradient(grid), expected_gradient(grid);
  typename TestType::surface lowest(grid), flux(grid);
  support::scatter(a, 1);
  support::scatter(flux, 2);
  const auto flux_before = flux.to_host();
  expected_gradient = GradientC2F(bottom(SetGradient(flux)))(a);
  const auto slope = GradientC2F(bottom(SetGradient(flux)))(a);
  evaluate(into(lowest, at_level(a, 0) + flux), into(gradient, slope), into(flux, -flux), into(doubled, 2 * a));
  REQUIRE_THAT(levels_of(gradient), are(expected_gradient.to_host()));
  for (std::size_t column = 0; column < grid.columns(); ++column) {
    REQUIRE(lowest(column) == a(0, column) + flux_before[column]);
    REQUIRE(flux(column) == -flux_before[column]);
    REQUIRE(doubled(36, column) == 2 * a(36, column));
  }
}

TEST_CASE("The destinations of one evaluate may differ in layout and precision", "[evaluate]") {
  const auto grid = support::quadratic_grid(41, 67);
  CenterField<double> a(grid), first(grid);
  CenterField<float, backend::Cpu, layout::ColumnsContiguous> second(grid), single(grid);
  support::scatter(a);
  single = a;
  std::vector<double> memory(41 * 67 * 2);
  const auto strided = wrap_center(memory.data(), 2, 82, grid);
  evaluate(into(first, a + 1.0), into(second, a * single), into(strided, -a));
  for (std::size_t column = 0; column < grid.columns(); ++column) {
    for (int level = 0; level < 41; ++level) {
      REQUIRE(first(level, column) == a(level, column) + 1);
      REQUIRE(second(level, column) == static_cast<float>(a(level, column) * single(level, column)));
      REQUIRE(strided(level, column) == -a(level, column));
    }
  }
}

TEST_CASE("A policy may be the last argument of evaluate; its mask holds for all destinations", "[evaluate][mask]") {
  const auto grid = support::quadratic_grid(33, 5);
  CenterField<double> a(grid), b(grid);
  SurfaceField<bool> land(grid);
  land.fill([](std::size_t column) { return column % 2 == 0; });
  support::scatter(a, 1);
  support::scatter(b, 2);
  const auto a_before = a.to_host(), b_before = b.to_host();
  evaluate(into(a, b), into(b, a), policy().where(land));
  const auto a_after = a.to_host(), b_after = b.to_host();
  for (std::size_t i = 0; i < a_before.size(); ++i) {
    const bool written = i / 33 % 2 == 0;
    REQUIRE(a_after[i] == (written ? b_before : a_before)[i]);
    REQUIRE(b_after[i] == (written ? a_before : b_before)[i]);
  }
}

TEST_CASE("A number may be evaluated into a field beside an expression", "[evaluate]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 2);
  CenterField<float> a(grid);
  FaceField<double> f(grid);
  f = 3.0;
  evaluate(into(a, 0.1), into(f, f + 1.0));
  REQUIRE(a(4, 1) == 0.1F);
  REQUIRE(f(5, 1) == 4);
}

TEST_CASE("A field that is a destination twice in one evaluate is refused, and nothing is written",
          "[evaluate][errors]") {
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 2);
  CenterField<double> a(grid, "a"), b(grid);
  const auto twice = Catch::Matchers::Message(
      "stencil: \"a\" (center field, 5 levels x 2 columns, levels contiguous) is a destination twice in one "
      "assignment; "
      "give each result a field of its own");
  REQUIRE_THROWS_MATCHES(evaluate(into(a, 1.0), into(b, 3.0), into(a, 2.0)), Error, twice);
  const auto powers = columnwise([](auto x) { return results(x + 1.0, x + 2.0); });
  REQUIRE_THROWS_MATCHES((fields(a, a) = powers(b)), Error, twice);
  REQUIRE(a.to_host() == std::vector<double>(10, 0.0));
  REQUIRE(b.to_host() == std::vector<double>(10, 0.0));
  CenterField<Vec<double, 2>> wind(grid);
  evaluate(into(component<0>(wind), 1.0), into(component<1>(wind), 2.0));
  REQUIRE(wind(4, 1) == Vec<double, 2>{1, 2});
}

namespace {

/// Whole numbers at random, the same in each run.
class Between {
 public:
  explicit Between(unsigned seed) : random_(seed) {}
  /// One from low to high.
  std::ptrdiff_t operator()(int low, int high) {
    return std::uniform_int_distribution<std::ptrdiff_t>(low, high)(random_);
  }

 private:
  std::mt19937 random_;
};

/// The bytes of all values of a wrapped array, counted from the beginning of a buffer.
template <class W>
std::set<std::ptrdiff_t> bytes_of(const W& wrapped, const double* buffer, int rows, int columns) {
  std::set<std::ptrdiff_t> bytes;
  const auto leaf = wrapped.node();
  for (int k = 0; k < rows; ++k) {
    for (int c = 0; c < columns; ++c) {
      const auto* value = leaf.data + k * leaf.strides.level() + c * leaf.strides.column();
      const auto first = reinterpret_cast<const char*>(value) - reinterpret_cast<const char*>(buffer);
      for (std::size_t i = 0; i < sizeof(*value); ++i) bytes.insert(first + static_cast<std::ptrdiff_t>(i));
    }
  }
  return bytes;
}

auto plus_one_and_two() {
  return columnwise([](auto x) { return results(x + 1.0, x + 2.0); });
}

}  // namespace

TEST_CASE("Destinations that share memory are refused, and nothing is written", "[evaluate][errors]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 3);
  CenterField<double> x(grid), a(grid, "a");
  CenterField<Vec<double, 2>> wind(grid, "wind");
  SurfaceField<double> s(grid);
  std::vector<double> memory(40, 7.0);
  const std::vector<double> before = memory;
  const auto first = wrap_center(memory.data(), 1, 4, grid, "first");
  const auto shares = [](const std::string& two, const std::string& apart) {
    return Catch::Matchers::Message("stencil: the destinations " + two + " share memory, the second begins " + apart +
                                    " the first, so that one result would be written over the other; give each result "
                                    "memory of its own");
  };
  const std::string centers = " (center field, 4 levels x 3 columns, levels contiguous)";
  const std::string strided = " (center field, 4 levels x 3 columns, strided)";

  // the same values in another order, the last value of one and the first of the other, values of half the size
  REQUIRE_THROWS_MATCHES((fields(first, wrap_center(memory.data(), 3, 1, grid, "other")) = plus_one_and_two()(x)),
                         Error, shares("\"first\"" + strided + " and \"other\"" + strided, "0 bytes after"));
  REQUIRE_THROWS_MATCHES((fields(wrap_center(memory.data() + 11, 1, 4, grid), first) = plus_one_and_two()(x)), Error,
                         shares("an unnamed field" + strided + " and \"first\"" + strided, "88 bytes before"));
  auto* const halves = reinterpret_cast<float*>(memory.data());
  REQUIRE_THROWS_AS((fields(first, wrap_center(halves + 23, 1, 4, grid)) = plus_one_and_two()(x)), Error);
  REQUIRE_THROWS_AS(evaluate(into(first, x + 1.0), into(wrap_surface(memory.data() + 3, 4, grid), 2.0)), Error);
  REQUIRE(memory == before);

  // a field and a level or a component of it
  REQUIRE_THROWS_MATCHES(
      (fields(a, at_level(a, 2)) = columnwise([](auto y, auto t) { return results(y, t); })(x, s)), Error,
      shares("\"a\"" + centers + " and \"a\" (surface field, 3 columns, levels contiguous)", "16 bytes after"));
  REQUIRE_THROWS_AS(evaluate(into(wind, Vec<double, 2>{1.0, 1.0}), into(component<1>(wind), 2.0)), Error);
  REQUIRE(a.to_host() == std::vector<double>(12, 0.0));
  REQUIRE(wind.to_host() == std::vector<Vec<double, 2>>(12, Vec<double, 2>{0.0, 0.0}));
}

TEST_CASE("Destinations side by side in one memory are written", "[evaluate]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 3);
  CenterField<double> x(grid);
  x = 0.0;
  // records of columns: four levels of each of two fields, and a value per column
  std::vector<double> records(27, 7.0);
  SurfaceField<double> s(grid);
  s = 2.0;
  fields(wrap_center(records.data(), 1, 9, grid), wrap_center(records.data() + 4, 1, 9, grid),
         wrap_surface(records.data() + 8, 9, grid)) =
      columnwise([](auto y, auto t) { return results(y + 1.0, y + 2.0, t + 1.0); })(x, s);
  for (std::size_t i = 0; i < records.size(); ++i) REQUIRE(records[i] == (i % 9 < 4 ? 1 : i % 9 < 8 ? 2 : 3));
  // records of levels, one of whose fields goes from the last column to the first
  std::vector<double> levels(24, 7.0);
  fields(wrap_center(levels.data(), 6, 1, grid), wrap_center(levels.data() + 5, 6, -1, grid)) = plus_one_and_two()(x);
  for (std::size_t i = 0; i < levels.size(); ++i) REQUIRE(levels[i] == (i % 6 < 3 ? 1 : 2));
  CenterField<double> a(grid);
  evaluate(into(at_level(a, 0), 1.0), into(at_level(a, 3), 2.0));
  REQUIRE(a.to_host() == std::vector<double>{1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2});
}

TEST_CASE("Whether two arrays share memory is what their addresses say", "[evaluate][errors]") {
  const int levels = 3, columns = 4;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  std::vector<double> memory(400);
  Between between(7);
  int apart = 0, together = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const std::ptrdiff_t column = between(-12, 12), level = between(-12, 12);
    const auto a = wrap_center(memory.data() + 200 + between(-8, 8), level, column, grid);
    const auto require = [&](const auto& b, int rows, bool may_say_so) {
      bool shared = false;
      const auto other = bytes_of(b, memory.data(), rows, columns);
      for (const auto byte : bytes_of(a, memory.data(), levels, columns)) shared = shared || other.contains(byte);
      const bool said = detail::checks::share_memory(a.node(), b.node());
      INFO("strides " << level << ", " << column << " and " << b.node().strides.level() << ", "
                      << b.node().strides.column());
      REQUIRE(said == detail::checks::share_memory(b.node(), a.node()));
      REQUIRE((said == shared || (may_say_so && said)));
      ++(said ? together : apart);
    };
    double* const begin = memory.data() + 200 + between(-20, 20);
    require(wrap_center(begin, level, column, grid), levels, false);
    require(wrap_center(begin, between(-12, 12), column, grid), levels, false);
    require(wrap_face(begin, level, column, grid), levels + 1, false);
    require(wrap_surface(begin, column, grid), 1, false);
    require(wrap_center(reinterpret_cast<float*>(begin) + between(0, 1), 2 * level, 2 * column, grid), levels, false);
    // Of rows with other strides it is enough that one lies within the other.
    require(wrap_center(begin, level, between(-12, 12), grid), levels, true);
  }
  REQUIRE(apart > 5000);
  REQUIRE(together > 5000);
}

TEST_CASE("Of any number of destinations each is compared with all others and with all that is read",
          "[evaluate][errors]") {
  namespace checks = detail::checks;
  constexpr int count = 37;
  const auto grid = ColumnGrid::uniform(3, 0.0, 1.0, 2);
  std::vector<CenterField<double>> fields(count + 1, CenterField<double>(grid));
  const auto at = [&](int i) { return fields[static_cast<std::size_t>(i)].node(); };
  for (int i = 0; i < count; ++i) {
    plan::OperandList apart;
    for (int j = 0; j < count; ++j) apart.add_destination(at(j));
    apart.add(at(count), plan::ReadAs::neighbours);
    REQUIRE(checks::staging(apart, checks::SharedDestinations::refused) == checks::Staging::none);
    apart.add(at(i), plan::ReadAs::neighbours);
    REQUIRE(checks::staging(apart) == checks::Staging::column);
    for (int twice = i + 1; twice < count; twice += 5) {
      plan::OperandList together;
      for (int j = 0; j < count; ++j) together.add_destination(at(j == twice ? i : j));
      REQUIRE_THROWS_AS(checks::staging(together, checks::SharedDestinations::refused), Error);
    }
  }
}

TEST_CASE("Short destinations between the values of long ones are compared as each pair is", "[evaluate][errors]") {
  namespace checks = detail::checks;
  const int levels = 3, columns = 4;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  std::vector<double> memory(2000);
  Between between(11);
  const auto anywhere = [&] {
    const bool is_long = between(0, 3) == 0;
    double* const begin = memory.data() + between(0, 800);
    return wrap_center(begin, is_long ? between(20, 60) : 1, is_long ? between(100, 300) : levels, grid).node();
  };
  int refused = 0, kept = 0, written = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    std::vector<decltype(anywhere())> to;
    for (auto n = between(1, trial % 10 == 0 ? 20 : 5); n-- > 0;) to.push_back(anywhere());
    const auto read = anywhere();
    plan::OperandList operands;
    for (const auto& one : to) operands.add_destination(one);
    operands.add(read, plan::ReadAs::neighbours);
    bool shared = false;
    auto expected = checks::Staging::none;
    for (std::size_t i = 0; i < to.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) shared = shared || checks::share_memory(to[i], to[j]);
      expected = std::max(
          expected, checks::staging_for(to[i], read, plan::ReadAs::neighbours,
                                        i + 1 == to.size() ? checks::ReadFor::this_output : checks::ReadFor::another));
    }
    if (shared) {
      REQUIRE_THROWS_AS(checks::staging(operands, checks::SharedDestinations::refused), Error);
    } else {
      REQUIRE(checks::staging(operands, checks::SharedDestinations::refused) == expected);
    }
    REQUIRE(checks::staging(operands) == expected);
    ++(shared ? refused : expected == checks::Staging::none ? written : kept);
  }
  REQUIRE(refused > 500);
  REQUIRE(kept > 300);
  REQUIRE(written > 300);
}
