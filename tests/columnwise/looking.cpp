// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstddef>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include <stencil/inspect/held_values.hpp>
#include <stencil/stencil.hpp>

namespace {

using namespace stencil;
using Catch::Matchers::ContainsSubstring;

/// Three names, one of which is used three times.
struct Drag {
  static constexpr const char* name = "drag";
  STENCIL_FUNCTION auto operator()(auto u, auto k) const {
    const auto shear = named(GradientC2F()(u), "shear of \"u\"");
    const auto stress = k * shear * abs(shear);
    const auto mean = column_integral(u);
    return results(DivergenceF2C(bottom(SetValue(0.0)))(stress) - mean, shear);
  }
};

std::size_t times(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("explain lists each operation of a column function once", "[columnwise][explain]") {
  const auto grid = ColumnGrid::uniform(40, 0.0, 1.0, 10);
  CenterField<double> u(grid, "u"), change(grid, "change");
  FaceField<double> k(grid, "k"), shear(grid, "shear");
  const auto drag = columnwise(Drag{});
  const Explanation x = explain(fields(change, shear), drag(u, k));
  const std::string text = x.text();
  CHECK(x.formula == "change, shear = drag(u, k)");
  CHECK_THAT(text, ContainsSubstring("reduction, from the bottom"));
  CHECK_THAT(text, ContainsSubstring("column function"));
  CHECK_THAT(text, ContainsSubstring("with all their levels"));
  std::size_t gradients = 0;
  for (const auto& node : x.tree.nodes) gradients += node.name == "GradientC2F" ? 1 : 0;
  CHECK(gradients == 1);
  for (const auto& node : x.tree.nodes) {
    if (!node.name.starts_with("reduction")) continue;
    CHECK(node.location == "surface");
    CHECK(node.evaluations == 40);
  }
  CHECK_THAT(text, ContainsSubstring("shear of \"u\": GradientC2F"));
  // u, shear, k * shear, abs(shear) and the product of the last two are alive when it is made.
  CHECK(column_functions::most_alive(x.tree) == 5);
  // 2 + 1 for the gradient and 1 + 1 + 1 for the stress at 41 faces; 2 + 1 + 1 of each change and u dz, summed, at 40
  // cells.
  CHECK(x.arithmetic_per_column == 41 * (2 + 1 + 1 + 1) + 40 * (2 + 1 + 1) + 40);
  CHECK(x.bytes_per_column == 8 * (40 + 41 + 40 + 41));
}

TEST_CASE("draw shows each value of a column function once", "[columnwise][draw]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 10);
  CenterField<double> u(grid, "u"), change(grid, "change");
  FaceField<double> k(grid, "k"), shear(grid, "shear");
  const auto drag = columnwise(Drag{});
  const std::string dot = draw(fields(change, shear), drag(u, k)).dot();
  CHECK(times(dot, "label=\"shear of \\\"u\\\"\\nGradientC2F\\nface") == 1);
  CHECK(times(dot, "-> destination") == 2);
  CHECK(times(dot, "label=\"u\\n") == 1);
  const std::string alone = draw(drag(u, k)).dot();  // without destinations
  CHECK(times(alone, "-> destination") == 2);
  CHECK(times(alone, "label=\"result 1\"") == 1);
  CHECK(draw(drag(u, k)).svg().find("result 0") != std::string::npos);
  const auto slope = columnwise([](auto x) { return results(above(x) - x); });
  CHECK(times(draw(slope(u)).dot(), "label=\"result\"") == 1);
  CHECK(times(draw(change, 2.0 * slope(u) + slope(u)).dot(), "label=\"above") == 2);
  // Results that nothing computes: an argument, heights and a number.
  const auto given = columnwise([](auto x) { return results(x, heights(Face{}), 2.5); });
  const std::string picture = draw(fields(change, k, shear), given(u)).svg();
  for (const char* step : {">change = u<", ">k = heights(face)<", ">shear = 2.5<"}) CHECK(times(picture, step) == 1);
}

// What a lane holds, and where to cut a function that it cannot hold.

namespace {

/// Two values, each made of the one before it, and a third that shares nothing with them.
struct TwoAndOne {
  STENCIL_FUNCTION auto operator()(auto a, auto b) const {
    const auto x = exp(a);
    const auto y = sqrt(x);
    const auto z = 2.0 * b;
    return results(x, y, z);
  }
};
struct OneAndTwo {
  STENCIL_FUNCTION auto operator()(auto a, auto b) const {
    const auto x = exp(a);
    const auto y = sqrt(x);
    const auto z = 2.0 * b;
    return results(z, x, y);
  }
};
struct Slope {
  STENCIL_FUNCTION auto operator()(auto a, auto flux) const {
    const auto slope = GradientC2F(bottom(SetGradient(0.0)))(a);
    const auto positive = slope > 0.0;
    const auto chosen = where(positive, slope, 0.0);
    return results(chosen * flux);
  }
};
template <class T>
struct Held {
  ColumnGrid grid = ColumnGrid::uniform(8, 0.0, 1.0, 10);
  CenterField<T> a{grid, "a"}, b{grid, "b"}, x{grid, "x"}, y{grid, "y"}, z{grid};
  FaceField<T> slope{grid, "slope"};
  SurfaceField<T> flux{grid, "flux"};

  plan::Outline two_and_one() { return explain(fields(x, y, z), columnwise(TwoAndOne{})(a, b)).tree; }
  plan::Outline one_and_two() { return explain(fields(z, x, y), columnwise(OneAndTwo{})(a, b)).tree; }
};
using column_functions::ResultRange;
using Cuts = std::vector<std::size_t>;

}  // namespace

TEST_CASE("A lane holds a value from its operation to the last one that reads it", "[columnwise][explain]") {
  Held<double> doubles;
  Held<float> floats;
  using column_functions::most_bytes_held;
  // a and b, then x and b, then x, y and b, of four rows.
  CHECK(most_bytes_held(doubles.two_and_one(), {4, 4}) == 3 * 4 * 8);
  CHECK(most_bytes_held(floats.two_and_one(), {4, 4}) == 3 * 4 * 4);
  // a, x or z.
  CHECK(most_bytes_held(doubles.two_and_one(), {4, 4}, {0, 1}) == 4 * 8);
  CHECK(most_bytes_held(doubles.two_and_one(), {4, 4}, {2, 3}) == 4 * 8);
  CHECK(most_bytes_held(doubles.two_and_one(), {4, 4}, {0, 2}) == 2 * 4 * 8);
  // The slope in five rows and the flux once; which of them are positive is in bits.
  const auto slope = explain(doubles.slope, columnwise(Slope{})(doubles.a, doubles.flux)).tree;
  CHECK(most_bytes_held(slope, {4, 5}) == 5 * 8 + 8);
}

TEST_CASE("A function is cut between the results that share least", "[columnwise][explain]") {
  Held<double> of;
  const auto cuts = [](const plan::Outline& list, std::size_t most) {
    const auto fits = [most](const ResultRange& results) { return results.end - results.begin <= most; };
    return column_functions::cuts_between_results(list, fits);
  };
  CHECK(cuts(of.two_and_one(), 3) == Cuts{});
  CHECK(cuts(of.two_and_one(), 2) == Cuts{2});
  CHECK(cuts(of.one_and_two(), 2) == Cuts{1});
  CHECK(cuts(of.one_and_two(), 1) == Cuts{1, 2});
  CHECK(cuts(of.one_and_two(), 0) == Cuts{});
  using column_functions::cuts_in_words;
  CHECK(cuts_in_words({2}, {"x", "y", "center"}) == "cut it into 2 functions, after result 2 (y)");
  CHECK(cuts_in_words({1, 2, 3}, {"x", "y", "center", "w"}) ==
        "cut it into 4 functions, after result 1 (x), 2 (y) and 3");
  CHECK(cuts_in_words({}, {"x"}) == "assign a part of it to a field first, and give it that field");
  CHECK_THAT(cuts_in_words({}, {"x", "y"}), ContainsSubstring("what its results share is too much"));
}

// The hunt for values that are no numbers.

namespace {

constexpr int levels = 8;
constexpr double before = -7;

/// Point functions, an operator with a condition, a function inside, values that nobody chooses.
struct Inner {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(1.0 / x); }
};
struct Chain {
  static constexpr const char* name = "chain";
  STENCIL_FUNCTION auto operator()(auto a, auto b, auto k, auto flux) const {
    const auto logarithm = log(a - 3.0);  // of no number, but nobody chooses it
    const auto root = sqrt(a - 1.0);
    const auto inverse = named(columnwise(Inner{})(b), "inverse");
    const auto product = root * inverse;
    const auto slope = named(GradientC2F(bottom(SetGradient(flux)))(product), "slope");
    const auto down = k * slope;
    const auto change = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(down);
    const auto chosen = where(a > 3.0, logarithm, root);
    const auto total = change + chosen;
    return results(total, down);
  }
};
/// Operations on whole columns and loops, each result by itself.
struct Whole {
  static constexpr const char* name = "whole";
  STENCIL_FUNCTION auto operator()(auto a, auto d, auto v, auto w) const {
    const auto sum = column_sum(a);
    const auto unknown = solve(band(-1.0, d, -1.0), a);
    auto [zero, iterations, converged] = newton([](auto x) { return log(x); }, v);
    auto [rest, passes, done] = repeat_until(
        [](auto x) {
          const auto next = sqrt(x - 1.0);
          return results(next, next < -1.0);
        },
        4, w);
    const auto last = 1.0 / (rest - 2.0);
    return results(sum, unknown, zero, last);
  }
};
/// A state that goes down the column.
struct Fraction {
  STENCIL_FUNCTION auto operator()(auto v) const {
    return results(march(
        from_top, 1.0,
        [](auto& s, auto x) {
          s = 1.0 / (x - s);
          return s;
        },
        v));
  }
};

/// One value with two names, one of them given when it has been read.
struct Renamed {
  STENCIL_FUNCTION auto operator()(auto a, auto b) const {
    const auto ratio = named(named(a / b, "first"), "second");
    const auto twice = 2.0 * ratio;
    return results(named(ratio, "share"), twice);
  }
};

std::string message;
struct Found {
  std::string node;
  std::size_t column;
  int level;
  bool operator==(const Found&) const = default;
};
const Found nothing{"", 0, -1};
std::ostream& operator<<(std::ostream& out, const Found& f) {
  return out << f.node << " in column " << f.column << " at level " << f.level << ": " << message;
}
template <class To, class E, class P = decltype(check_values)>
Found hunt(To&& to, const E& e, const P& how = check_values) {
  message.clear();
  try {
    assign(to, e, how);
  } catch (const ValueError& error) {
    message = error.what();
    return {error.node, error.column, error.level};
  }
  return nothing;
}
bool says(const std::string& part) { return message.find(part) != std::string::npos; }
/// Whether the number of the operation that a message names is that of such an operation in explain's list.
bool is_listed(const Explanation& x, const std::string& name) {
  const auto at = message.find("it is operation #");
  if (at == std::string::npos) return false;
  const auto place = static_cast<std::size_t>(std::stoi(message.substr(at + 17)));
  if (place >= x.tree.nodes.size() || x.tree.nodes[place].name != name) return false;
  const std::string& given = x.tree.nodes[place].given;
  return x.text().find("#" + std::to_string(place) + " " + (given.empty() ? "" : given + ": ") + name) !=
         std::string::npos;
}

template <class T, class Layout, class Backend = backend::Cpu>
struct Chained {
  ColumnGrid grid;
  CenterField<T, Backend, Layout> a{grid, "a"}, b{grid, "b"}, total{grid, "total"};
  FaceField<T, Backend, Layout> k{grid, "k"}, down{grid, "down"};
  SurfaceField<T, Backend> flux{grid, "flux"};

  explicit Chained(const ColumnGrid& g = ColumnGrid::uniform(levels, 0.0, 1.0, 5)) : grid(g) {
    a = T(2), b = T(1), k = T(1), flux = T(0.5), total = T(before), down = T(before);
  }
  auto call() const { return columnwise(Chain{})(a, b, k, flux); }
  auto to() { return fields(total, down); }
  Found hunted() { return hunt(to(), call()); }
  bool untouched() const { return total.to_host() == std::vector<T>(levels * 5, T(before)) && down(0, 0) == T(before); }
};

template <class T, class Layout>
void hunts_in_chains() {
  Chained<T, Layout> x;
  const Explanation list = explain(x.to(), x.call());
  CHECK(x.hunted() == nothing);
  Chained<T, Layout> plain;
  plain.to() = plain.call();
  CHECK(x.total.to_host() == plain.total.to_host());
  CHECK(x.down.to_host() == plain.down.to_host());

  x.total = T(before), x.down = T(before);
  x.a(3, 2) = T(0.5), x.a(6, 2) = T(0), x.a(1, 4) = T(0);
  CHECK(x.hunted() == Found{"sqrt(#8)", 2, 3});
  CHECK(says("sqrt(#8) is nan at center 3 of column 2; it read #8 = -0.5; #8 is (a - 1)"));
  CHECK(says("of chain(a, b, k, flux)"));
  CHECK(is_listed(list, "sqrt"));
  CHECK(x.untouched());

  x.a = T(2), x.b(7, 1) = T(0);
  CHECK(x.hunted() == Found{"(1 / b)", 1, 7});
  CHECK(says("inverse = (1 / b) is inf at center 7 of column 1; it read b = 0; it is operation"));
  CHECK(is_listed(list, "/"));

  x.a(7, 1) = T(0);  // of two operations that give none the first in the list
  CHECK(x.hunted() == Found{"sqrt(#8)", 1, 7});
  x.a = T(2);

  x.b = T(1), x.k(4, 0) = std::numeric_limits<T>::infinity();
  CHECK(x.hunted() == Found{"k", 0, 4});
  CHECK(says("the operand \"k\" (face field"));
  x.k = T(1), x.flux(3) = std::numeric_limits<T>::max(), x.k(0, 3) = T(10);
  CHECK(x.hunted().level == 0);
  CHECK(says("(k * slope) is "));
  CHECK(says(", slope = "));
  CHECK(says("; slope is GradientC2F(bottom: SetGradient, top: closure)(#"));
  CHECK(is_listed(list, "*"));
  x.flux = T(0.5), x.k = T(1);
  x.b(5, 0) = std::numeric_limits<T>::max() / 2, x.b(5, 0) = 1 / x.b(5, 0);
  CHECK(x.hunted().node.find("GradientC2F(bottom: SetGradient, top: closure)(#") == 0);
  CHECK(says("is inf at face 5 of column 0; it read #"));
  CHECK(says("[4] = 1, #"));
  CHECK(is_listed(list, "GradientC2F"));
  CHECK(x.untouched());
}

}  // namespace

TEST_CASE("The first operation of a column function that makes a NaN or an infinity is named as explain lists it",
          "[columnwise][check_values]") {
  hunts_in_chains<double, layout::LevelsContiguous>();
  hunts_in_chains<float, layout::ColumnsContiguous>();
}

TEST_CASE("What is not written is not looked at in a column function", "[columnwise][check_values]") {
  Chained<double, layout::LevelsContiguous> x;
  x.a(3, 2) = 0;
  // The row and those that its gradient reaches, of both results.
  const auto how = check_values.where(x.flux > 0.4);
  CHECK(hunt(x.to(), x.call(), how) == Found{"sqrt(#8)", 2, 3});
  x.flux(2) = 0.25;
  CHECK(hunt(x.to(), x.call(), how) == nothing);
  CHECK(x.total(3, 2) == before);
  CHECK(x.total(3, 1) != before);
  // What stands already where nothing is written is not looked at either.
  x.total(0, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK(hunt(x.to(), x.call(), how) == nothing);

  Chained<double, layout::LevelsContiguous> y;
  y.a(1, 2) = 0, y.b(6, 2) = 0;
  const auto active = [](int first, int last) {
    const auto levels_only = active_levels(first, last);
    return levels_only.with(CheckValues{levels_only.strategy});
  };
  CHECK(hunt(y.to(), y.call(), active(2, 5)) == nothing);
  CHECK(y.total(1, 2) == before);
  CHECK(y.total(2, 2) != before);
  CHECK(hunt(y.to(), y.call(), active(2, 6)) == Found{"(1 / b)", 2, 6});
  CHECK(hunt(y.total, sqrt(y.a - 1.0), active(1, 1)) == Found{"sqrt(#2)", 2, 1});
  CHECK(hunt(y.total, sqrt(y.a - 1.0), active(2, 3)) == nothing);
  y.total(0, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK(hunt(y.to(), y.call(), active(6, 5)) == nothing);

  // Levels count from the bottom of the grid.
  Chained<double, layout::LevelsContiguous> z;
  z.flux = 0.5, z.k = 1.0;
  z.b(5, 0) = std::numeric_limits<double>::max() / 2, z.b(5, 0) = 1 / z.b(5, 0);
  CHECK(hunt(z.to(), z.call(), active(2, 7)).node.find("GradientC2F") == 0);
  CHECK(says("is inf at face 5 of column 0"));
  CHECK(says("[4] = 1, #"));
}

TEST_CASE("Two fields in one array are two operands", "[columnwise][explain]") {
  std::vector<double> memory(8, 1.0);
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 2);
  const auto all = wrap_center(memory.data(), 1, 4, grid, "all");
  const auto bottoms = wrap_surface(memory.data(), 4, grid, "bottoms");
  CenterField<double> sum(grid);
  const auto total = columnwise([](auto x, auto y) { return results(x + y); });
  const std::string text = explain(sum, total(all, bottoms)).text();
  CHECK(text.find("all") != std::string::npos);
  CHECK(text.find("bottoms") != std::string::npos);
}

TEST_CASE("Levels and passes in which a sum, a solve, a march or a loop goes wrong are named",
          "[columnwise][check_values]") {
  for (const bool ring : {false, true}) {
    const auto grid = ring ? ColumnGrid::periodic(levels, 0.0, 1.0, 3) : ColumnGrid::uniform(levels, 0.0, 1.0, 3);
    CenterField<double> a(grid, "a"), d(grid, "d"), v(grid, "v"), unknown(grid), zero(grid);
    SurfaceField<double> w(grid, "w"), sum(grid), last(grid);
    const auto healthy = [&] { a = 1.0, d = 4.0, v = 1.5, w = 100.0; };
    const auto to = fields(sum, unknown, zero, last);
    const auto hunted = [&] { return hunt(to, columnwise(Whole{})(a, d, v, w)); };
    const Explanation list = explain(to, columnwise(Whole{})(a, d, v, w));
    healthy();
    CHECK(hunted() == nothing);

    a(2, 1) = 1e308, a(4, 1) = 1e308, a(5, 1) = 1e308;
    CHECK(hunted() == Found{"reduction(a), from the bottom", 1, 4});
    CHECK(says("is inf at center 4 of column 1; it read a = 1e+308"));
    CHECK(is_listed(list, "reduction, from the bottom"));
    healthy();
    d(0, 2) = 0;
    CHECK(hunted().level == 0);
    CHECK(says("stencil: eliminate(#"));
    CHECK(is_listed(list, "eliminate, from the bottom"));
    healthy();
    v(3, 1) = 10;
    CHECK(hunted().level == 3);
    CHECK(message.find("stencil: log(#") == 0);
    CHECK(says(" at center 3 of column 1 in pass 2; it read #"));
    CHECK(is_listed(list, "log"));
    healthy();
    w(2) = 10;
    CHECK(hunted().column == 2);
    CHECK(message.find("stencil: sqrt(#") == 0);
    CHECK(says(" is nan in column 2 in pass 4; it read #"));
    CHECK(is_listed(list, "sqrt"));
    // After the loops the numbers are those of the list again.
    healthy();
    w(1) = (((2.0 * 2 + 1) * 5 + 1) * 26 + 1) * 677 + 1;
    CHECK(hunted().column == 1);
    CHECK(says("is inf in column 1; it read #"));
    CHECK(is_listed(list, "/"));
  }
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 3);
  CenterField<double> v(grid, "v"), fraction(grid);
  v = 1.5;
  v(7, 1) = 1;
  CHECK(hunt(fraction, columnwise(Fraction{})(v)) == Found{"march(v), from the top", 1, 7});
  CHECK(says("is inf at center 7 of column 1; it read v = 1"));
}

TEST_CASE("What leaves its range as it is written is named as a result", "[columnwise][check_values]") {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 3);
  CenterField<double> a(grid);
  CenterField<float> small(grid, "small");
  a = 1.0;
  a(4, 1) = 1e-60;
  CHECK(hunt(fields(small), columnwise(Inner{})(a)) == Found{"small", 1, 4});
  CHECK(says(
      "the result \"small\" (center field, 8 levels x 3 columns, levels contiguous) is inf at center 4 of column 1; "
      "on the host the function gives 1e+60"));
}

TEST_CASE("A value with several names is called by the last one", "[columnwise][explain][check]") {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 3);
  CenterField<double> a(grid, "a"), b(grid, "b"), x(grid), y(grid);
  a = 1.0, b = 2.0;
  b(4, 1) = 0.0;
  const auto call = columnwise(Renamed{})(a, b);
  const std::string text = explain(fields(x, y), call).text();
  CHECK_THAT(text, ContainsSubstring("share: /"));
  CHECK_THAT(text, !ContainsSubstring("first:") && !ContainsSubstring("second:"));
  CHECK(hunt(fields(x, y), call) == Found{"(a / b)", 1, 4});
  CHECK(says("share = (a / b) is inf"));
  CHECK((!says("first") && !says("second")));
}

TEST_CASE("An operand that is read twice is said once", "[columnwise][check_values]") {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 3);
  CenterField<double> a(grid, "a"), x(grid);
  a = 1.0;
  a(4, 1) = 1e200;
  CHECK(hunt(fields(x), columnwise([](auto q) { return results(q * q); })(a)).level == 4);
  CHECK(says("it read a = 1e+200"));
  CHECK_FALSE(says("a = 1e+200, a = 1e+200"));
}
