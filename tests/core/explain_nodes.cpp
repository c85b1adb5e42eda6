// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>
#include <stencil/emulation/emulation.hpp>
#include <stencil/inspect/measure.hpp>
#include <stencil/stencil.hpp>
#include <string>
#include <thread>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

// Every number by hand, for columns of 8 cells and 9 faces.

namespace {

using namespace stencil;

constexpr int levels = 8;
constexpr std::size_t columns = 3;

// Not inlined: g++ 12 would see malloc and free apart from new and delete, and warn.
/// The largest array that was asked for with new[]: arenas of emulated blocks.
std::size_t largest_array = 0;

const auto zero_flux = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));

template <class Backend>
struct Fields {
  ColumnGrid grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  CenterField<double, Backend> a{grid, "a"}, b{grid, "b"}, div{grid, "div"};
  FaceField<double, Backend> k{grid, "k"};
  SurfaceField<double, Backend> flux{grid, "flux"};

  auto w1() const { return zero_flux(k * GradientC2F()(a * b)); }
  auto w2() const { return zero_flux(k * GradientC2F()(zero_flux(exp(InterpolateC2F()(a)) * GradientC2F()(a * b)))); }
};

/// The node of that number among those of a name, readers last.
const plan::OutlineNode& node(const Explanation& x, const std::string& name, int number = 0) {
  for (const plan::OutlineNode& n : x.tree.nodes)
    if (n.name == name && number-- == 0) return n;
  FAIL("there is no node " << name);
  return x.tree.nodes.front();
}
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Parameters of several sizes, the first of which may lie beside the conditions.
struct Weighted : Operator<Weighted> {
  Weighted() = default;
  Weighted(bool up, double by, char kind) : upper(up), weight(by), letter(kind) {}
  static constexpr const char* name = "Weighted";
  using arguments = Locations<Face>;
  using result = Center;
  template <class X, class G>
  STENCIL_FUNCTION constexpr auto interior(X x, G g) const {
    return g.number(upper ? weight : letter == 'x' ? 1.0 : 2.0) * exp(x(half) - x(-half));
  }
  bool upper = true;
  double weight = 1;
  char letter = 'x';
};

struct Expected {
  plan::Kept kept;
  std::string reason;
  int operations, loads;
  std::size_t evaluations;
};
void require(const plan::OutlineNode& n, const Expected& e) {
  CAPTURE(n.formula);
  CHECK(n.kept == e.kept);
  CHECK(n.reason == e.reason);
  CHECK(n.operations == e.operations);
  CHECK(n.loads == e.loads);
  CHECK(n.evaluations == e.evaluations);
}

}  // namespace

[[gnu::noinline]] void* operator new[](std::size_t bytes) {
  if (bytes > largest_array) largest_array = bytes;
  void* memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("explain counts every node of W1 in a block", "[explain]") {
  const Fields<backend::Emulation> x;
  const auto e = explain(x.div, x.w1());
  REQUIRE(e.tree.nodes.size() == 7);
  require(node(e, "a"), {plan::Kept::memory, "", 0, 1, 8});
  require(node(e, "b"), {plan::Kept::memory, "", 0, 1, 8});
  require(node(e, "k"), {plan::Kept::memory, "", 0, 1, 9});
  require(node(e, "*", 0), {plan::Kept::stored, "neighbours", 1, 0, 8});
  require(node(e, "GradientC2F"), {plan::Kept::fused, "", 2, 1, 9});
  require(node(e, "*", 1), {plan::Kept::stored, "neighbours", 1, 0, 9});
  require(node(e, "DivergenceF2C"), {plan::Kept::destination, "", 2, 1, 8});
  CHECK(node(e, "GradientC2F").tile_loads == 2 * 9);
  CHECK(node(e, "DivergenceF2C").tile_loads == 2 * 8);
  CHECK(node(e, "GradientC2F").location == "face");
  CHECK(node(e, "GradientC2F").bottom == "closure (Extrapolate)");
  CHECK(node(e, "DivergenceF2C").top == "SetValue");
  CHECK(node(e, "GradientC2F").level == 1);

  const plan::OutlineNode &product = node(e, "*", 0), &weighted = node(e, "*", 1);
  // Two columns of nine rows, rounded up to 32 values of eight bytes; both tiles are in use at level 1.
  CHECK(e.tile_bytes(product) == 256);
  CHECK(e.tile_bytes(weighted) == 256);
  CHECK(product.offset == 0);
  CHECK(weighted.offset == 8);
  CHECK((product.written == 0 && product.last_read == 1));
  CHECK((weighted.written == 1 && weighted.last_read == 2));
  CHECK(e.mapping.arena_bytes == 512);
  CHECK(e.mapping.barriers == 2);
  // a * b: 8; gradient 2 and k times it 1 at 9 faces; divergence 2 at 8 centers.
  CHECK(e.arithmetic_per_column == 8 + 27 + 16);
  // Loads: a, b, k; 1/dz twice; two rows of a tile each for gradient and divergence.
  CHECK(e.operations_per_column == e.arithmetic_per_column + 8 + 8 + 9 + (9 + 8) + (18 + 16));
  CHECK(e.bytes_per_column == 8 * (3 * 8 + 9));
  CHECK(e.bytes() == 792);
  CHECK(e.intensity() == 51.0 / 264.0);
  CHECK(e.predicted_seconds() == 0);
  CHECK(e.at_bandwidth(264).predicted_seconds() == 3);
  REQUIRE(e.streams.size() == 4);
  CHECK((e.streams[0].name == "k" && e.streams[0].bytes_per_column == 72 && !e.streams[0].written));
  CHECK((e.streams[3].name == "div" && e.streams[3].bytes_per_column == 64 && e.streams[3].written));

  const std::string text = e.at_bandwidth(264).text();
  for (const char* part :
       {"stored, neighbours: tile 0, 256 bytes, levels 0 to 1", "closure (Extrapolate)",
        "bottom SetValue, top SetValue", "264 bytes per column, 792 in all: reads k 72, a 64, b 64; writes div 64",
        "512 bytes per team, 2 barriers", "127 per column with loads, 51 without; 0.1932 per compulsory byte",
        "3 s at 2.64e-07 GB/s", "2 + 3"}) {
    CHECK(contains(text, part));
  }
}

TEST_CASE("explain counts W2 on the CPU, where the exp is stored and the rest is recomputed", "[explain]") {
  const Fields<backend::Cpu> x;
  const auto e = explain(x.div, x.w2());
  // Inside the tile, at nine faces; a * b is read at two centers, a by the mean at two.
  require(node(e, "exp"), {plan::Kept::fused, "", 30, 0, 9});
  require(node(e, "InterpolateC2F"), {plan::Kept::fused, "", 9, 0, 9});
  require(node(e, "GradientC2F", 0), {plan::Kept::fused, "", 2, 1, 9});
  require(node(e, "*", 0), {plan::Kept::recomputed, "cheap", 1, 0, 18});
  require(node(e, "a"), {plan::Kept::memory, "", 0, 1, 36});
  require(node(e, "*", 1), {plan::Kept::stored, "costly", 1, 0, 9});
  // Above it: two faces for each center, three centers for those.
  require(node(e, "DivergenceF2C", 0), {plan::Kept::recomputed, "cheap", 2, 1, 24});
  CHECK(node(e, "DivergenceF2C", 0).tile_loads == 4 * 8);
  require(node(e, "k"), {plan::Kept::memory, "", 0, 1, 16});
  require(node(e, "*", 2), {plan::Kept::recomputed, "cheap", 1, 0, 16});
  require(node(e, "DivergenceF2C", 1), {plan::Kept::destination, "", 2, 1, 8});
  CHECK(e.arithmetic_per_column == 9 * (30 + 9 + 2 + 1) + 18 + 24 * 2 + 16 * (1 + 2) + 8 * 2);
  CHECK(e.bytes_per_column == 264);
  // 227 columns of 9 rows would fill 16 KiB; 64 are the most: 576 values of a tile.
  CHECK(e.tile_bytes(node(e, "*", 1)) == 576 * 8);
  CHECK(e.mapping.arena_bytes == 576 * 8);
  CHECK(e.tiles_in_sequence);
  CHECK(e.mapping.barriers == 0);
  CHECK(contains(e.text(), "stored, costly: tile 0, 4608 bytes, steps 0 to 1"));
}

TEST_CASE("The counts of explain are those by which the plan decides", "[explain]") {
  const Fields<backend::Cpu> x;
  const auto expression = x.w2();
  const auto e = explain(x.div, expression, with(cpu::Recompute{}));
  CHECK(e.operations_per_column ==
        levels * static_cast<std::size_t>(plan::cost<plan::StoreNothing>(plan::type<decltype(x.w2())>{}, 1)));
  CHECK(node(e, "exp").kept == plan::Kept::fused);
  CHECK(node(e, "*", 1).kept == plan::Kept::recomputed);
  CHECK(node(e, "*", 1).reason == "no tiles");
  CHECK(explain(x.div, expression, with(cpu::StoreAll{})).tree.tiles == 4);
}

TEST_CASE("explain names the largest parts that stand several times, which a column function computes once",
          "[explain]") {
  Fields<backend::Cpu> x;
  const auto g = GradientC2F()(2.0 * x.a);
  const auto twice = explain(into(x.div, zero_flux(g)), into(x.k, exp(g) * exp(g) + GradientC2F()(x.b)));
  const auto said = [](const Explanation& e) {
    std::vector<std::string> all;
    for (const std::string& w : e.warnings) {
      if (contains(w, " stands ")) all.push_back(w);
    }
    return all;
  };
  REQUIRE(said(twice).size() == 2);
  CHECK(said(twice)[0] ==
        "exp(GradientC2F()((2 * a))) stands 2 times and is computed each time; a column function, columnwise(f), "
        "computes a name once");
  CHECK(contains(said(twice)[1], "GradientC2F()((2 * a)) stands 3 times"));
  // Fields, numbers, cheap point functions of fields, and the same operator on other fields or with another number.
  CHECK(said(explain(x.k, GradientC2F()(2.0 * x.a) + GradientC2F()(3.0 * x.a) * GradientC2F()(2.0 * x.b))).empty());
  CHECK(said(explain(x.div, x.a * x.b + x.a * x.b)).empty());
  // A function that costs as much as an operator.
  REQUIRE(said(explain(x.div, exp(x.a) * (1.0 + exp(x.a)) + exp(x.b))).size() == 1);
  CHECK(contains(said(explain(x.div, exp(x.a) * (1.0 + exp(x.a))))[0], "exp(a) stands 2 times"));
  const auto raised = pointwise([](double v) { return v + 1.0; });
  const auto squared = pointwise([](double v) { return v * v; });
  CHECK(said(explain(x.div, raised(x.a) * squared(x.a))).empty());
  const auto from_zero = GradientC2F(bottom(SetValue(0.0))), from_one = GradientC2F(bottom(SetValue(1.0)));
  CHECK(said(explain(x.k, from_zero(x.a) * from_one(x.a))).empty());
  const auto line = table(std::vector<double>{0, 1}, std::vector<double>{0, 1});
  const auto bend = table(std::vector<double>{0, 1}, std::vector<double>{0, 2});
  CHECK(said(explain(x.div, line(x.a) * bend(x.a))).empty());
  // Operators that differ in a parameter, in a condition of the third kind, or in the last digits of a number.
  const auto warnings = [&](const auto& first, const auto& second) {
    return said(explain(x.k, first(x.k, x.a) * second(x.k, x.a))).size();
  };
  CHECK(warnings(FCTBorisBook(0.1), FCTBorisBook(0.2)) == 0);
  CHECK(warnings(FCTBorisBook(0.1), FCTBorisBook(0.1)) == 1);
  CHECK(warnings(LinVanLeerC2F(0.1), LinVanLeerC2F(0.2)) == 0);
  CHECK(warnings(LinVanLeerC2F(0.1), LinVanLeerC2F(0.1)) == 1);
  CHECK(said(explain(x.div, Weighted(true, 0.5, 'x')(x.k) * Weighted(true, 0.25, 'x')(x.k))).empty());
#if __has_builtin(__builtin_clear_padding)
  // Of parameters of several sizes what lies between them does not count, wherever the operators were made.
  const auto weighted = [&](bool upper, bool lower) {
    alignas(Weighted) unsigned char memory[2][sizeof(Weighted)];
    std::memset(memory[0], 0x5a, sizeof(memory[0]));
    std::memset(memory[1], 0xa5, sizeof(memory[1]));
    const auto* const first = new (memory[0]) Weighted(true, 0.5, 'x');
    const auto* const second = new (memory[1]) Weighted(upper, 0.5, lower ? 'x' : 'y');
    return said(explain(x.div, (*first)(x.k) * (*second)(x.k))).size();
  };
  CHECK(weighted(true, true) == 1);
  CHECK(weighted(false, true) == 0);
  CHECK(weighted(true, false) == 0);
#endif
  const auto robin = [](double b) { return GradientC2F(bottom(SetFlux(1.0, b, 3.0))); };
  CHECK(said(explain(x.k, robin(2.0)(x.a) * robin(5.0)(x.a))).empty());
  CHECK(said(explain(x.k, robin(2.0)(x.a) * robin(2.0)(x.a))).size() == 1);
  CHECK(said(explain(x.div, exp(1.0 * x.a) * exp(1.00000001 * x.a))).empty());
  const auto from_nearly_one = GradientC2F(bottom(SetValue(1.00000001)));
  CHECK(said(explain(x.k, from_one(x.a) * from_nearly_one(x.a))).empty());
  // Operations on whole columns that differ in a depth, a matrix or a function.
  const std::vector<double> entries(64, 1.0), others(64, 2.0);
  const DenseC2C ones(entries, 8, 8), twos(others, 8, 8);
  CHECK(said(explain(x.div, running_mean(x.a, 10.0) + running_mean(x.a, 20.0))).empty());
  CHECK(said(explain(x.div, ones(x.a) + twos(x.a))).empty());
  const auto sum = column_reduce([](double a, double b) { return a + b; }, 0.0, as_is, from_top, exp(x.a));
  const auto product = column_reduce([](double a, double b) { return a * b; }, 0.0, as_is, from_top, exp(x.a));
  REQUIRE(said(explain(x.flux, sum + product)).size() == 1);
  CHECK(contains(said(explain(x.flux, sum + product))[0], "exp(a) stands 2 times"));
  CHECK(contains(said(explain(x.flux, sum + 2.0 * sum))[0], "column_reduce(exp(a), from the top) stands 2 times"));
}

TEST_CASE("explain counts the products of all outputs", "[explain]") {
  Fields<backend::Cpu> x;
  const std::vector<double> entries(64, 1.0);
  const DenseC2C ones(entries, 8, 8);
  const auto alone = explain(x.div, ones(x.a));
  CHECK(alone.mapping.strategy == "dense");
  CHECK(alone.arithmetic_per_column == 2 * 64);
  const auto two = explain(into(x.div, ones(x.a)), into(x.b, ones(x.a)));
  CHECK(two.mapping.strategy == "split");
  CHECK(two.arithmetic_per_column == 2 * 2 * 64);
}

TEST_CASE("explain counts no argument that a column function does not use", "[explain]") {
  const Fields<backend::Cpu> x;
  const auto first = columnwise([](auto a, auto b) {
    static_cast<void>(b);
    return results(2.0 * a);
  });
  const auto e = explain(x.div, first(x.a, x.b));
  CHECK(e.bytes_per_column == 8 * (8 + 8));
  CHECK(e.operations_per_column == 8 * (1 + 1));
  CHECK_FALSE(contains(e.text(), ", b 64"));
  // What a mask reads is moved, and what is a result or the value of a condition.
  CHECK(explain(x.div, first(x.a, x.b), policy().where(x.b > 0.0)).bytes_per_column == 8 * (8 + 8 + 8));
  CHECK(explain(x.div, columnwise([](auto a) { return results(a); })(x.a)).bytes_per_column == 8 * (8 + 8));
  const auto slope =
      columnwise([](auto a, auto at_bottom) { return results(GradientC2F(bottom(SetGradient(at_bottom)))(a)); });
  CHECK(explain(x.k, slope(x.a, x.flux)).bytes_per_column == 8 * (8 + 1 + 9));
  const auto later = columnwise([](auto a, auto at_top) { return results(above(a, top(SetValue(at_top))) - a); });
  CHECK(explain(x.div, later(x.a, x.flux)).bytes_per_column == 8 * (8 + 1 + 8));
}

TEST_CASE("explain says that its numbers are of whole columns where levels are active", "[explain]") {
  const Fields<backend::Cpu> x;
  const auto e = explain(x.div, 2.0 * x.a, active_levels(2, 5));
  CHECK(e.bytes_per_column == 8 * (8 + 8));
  CHECK(contains(e.mapping.reason, "in the active levels of each column alone, while all numbers here are of whole"));
}

TEST_CASE("explain lists what operations on whole columns are made of", "[explain]") {
  const Fields<backend::Cpu> x;
  const auto sorted = explain(x.div, column_sort(x.a + x.b, descending));
  require(node(sorted, "column_sort"), {plan::Kept::destination, "", 0, 0, 8});
  require(node(sorted, "+"), {plan::Kept::stored, "as a whole column", 1, 0, 8});
  CHECK(sorted.arithmetic_per_column == 8);
  CHECK(sorted.bytes_per_column == 8 * (8 + 8 + 8));

  const auto mean = explain(x.div, 2.0 * running_mean(x.a, 0.3));
  require(node(mean, "*"), {plan::Kept::destination, "", 1, 0, 8});
  require(node(mean, "running_mean"), {plan::Kept::stored, "as a whole column", 0, 0, 8});
  CHECK(node(mean, "a").evaluations == 8);

  const auto finer = ColumnGrid::uniform(32, 0.0, 1.0, x.grid.columns());
  const CenterField<double> fine(finer, "fine");
  const auto remapped = explain(x.div, remap(finer, x.grid)(fine * fine));
  CHECK(node(remapped, "remap").evaluations == 8);
  CHECK(node(remapped, "*").evaluations == 32);
  CHECK(remapped.bytes_per_column == 8 * (32 + 8));
}

TEST_CASE("explain counts conditions, masks, whole columns, systems and what lanes hold", "[explain]") {
  const Fields<backend::Cpu> x;
  const auto with_flux = explain(x.k, GradientC2F(bottom(SetGradient(x.flux)))(x.a), policy().where(x.k > 0.0));
  CHECK(with_flux.mask == "(k > 0)");
  CHECK(with_flux.bytes_per_column == 8 * (8 + 1 + 9 + 9));
  CHECK(node(with_flux, "flux").evaluations == 1);
  CHECK(contains(with_flux.text(), "condition: flux"));

  const auto integral = explain(x.flux, column_sum(x.a * x.b));
  require(node(integral, "*"), {plan::Kept::fused, "", 1, 0, 8});
  require(node(integral, "column_sum"), {plan::Kept::destination, "", 1, 0, 8});
  CHECK(integral.operations_per_column == 8 * (1 + 1 + 2));

  const auto running = explain(x.k, cumulative_integral(x.a, bottom(0.0)));
  CHECK(running.mapping.strategy == "along columns");
  CHECK(node(running, "cumulative_integral").evaluations == 8);
  CHECK(running.mapping.arena_bytes > 0);

  const auto system =
      explain(x.div, solve(identity() - 0.1 * jacobian(GradientF2C()(GradientC2F()(x.a)), wrt(x.a)), x.b));
  CHECK(contains(system.formula, "solve((identity() - (0.1 * jacobian("));
  CHECK(system.mapping.strategy == "solve");
  CHECK(node(system, "solve").evaluations == 8);
  CHECK(node(system, "GradientF2C").bottom == "free");

  const auto checked = explain(x.div, x.a + x.b, check_values);
  CHECK(checked.operations_per_column == 24);

  const Fields<backend::Emulation> y;
  const auto lanes = explain(y.div, y.w1(), with(emulation::Lanes<2>{}));
  CHECK(node(lanes, "*", 0).kept == plan::Kept::registers);
  CHECK(lanes.operations_per_column == 51 + 8 + 8 + 9 + 9 + 8);
}

TEST_CASE("explain counts the spacings of columns that have their own", "[explain]") {
  const std::vector<double> heights{0, 1, 2, 0, 2, 4};
  const auto grid = ColumnGrid::from_faces_per_column(std::span<const double>(heights), 2);
  CenterField<double> a(grid, "a");
  const FaceField<double> g(grid, "g");
  // a, g, and 1/dz at three faces
  CHECK(explain(g, GradientC2F()(a)).bytes_per_column == 8 * (2 + 3 + 3));
  const auto slope = columnwise([](auto x) { return results(GradientC2F()(x)); });
  CHECK(explain(g, slope(a)).bytes_per_column == 8 * (2 + 3 + 3));
  const auto weighed =
      columnwise([](auto x) { return results(x * sqrt(spacing(Center{})) + stencil::heights(Center{})); });
  CHECK(explain(a, weighed(a)).bytes_per_column == 8 * (2 + 2 + 2 + 2));
}

TEST_CASE("explain counts the levels that are read of a field", "[explain]") {
  const Fields<backend::Cpu> x;
  CHECK(explain(x.flux, at_level(x.a, 0)).bytes_per_column == 8 * (1 + 1));
  CHECK(explain(x.flux, at_level(x.a, 0) + at_level(x.a, -1) + at_level(InterpolateC2F()(x.b), 3)).bytes_per_column ==
        8 * (2 + 2 + 1));
  CHECK(explain(x.flux, at_level(x.a, 0) + column_sum(x.a)).bytes_per_column == 8 * (8 + 1));
  CHECK(explain(x.flux, at_level(x.a, 0), policy().where(at_level(x.a, 1) > 0.0)).bytes_per_column == 8 * (8 + 1));
  // inside column functions too, which an expression of values at levels becomes
  CHECK(explain(x.a, x.a + at_level(x.b, 0)).bytes_per_column == 8 * (8 + 1 + 8));
  const auto ends = columnwise([](auto y) { return results(at_level(y, 0) + at_level(y, -1) * at_level(y, 7)); });
  CHECK(explain(x.flux, ends(x.a)).bytes_per_column == 8 * (2 + 1));
  const auto doubled = columnwise([](auto y) { return results(at_level(2.0 * y, 0) + at_level(y, 1)); });
  CHECK(explain(x.flux, doubled(x.a)).bytes_per_column == 8 * (8 + 1));
}

TEST_CASE("explain says which component and which direction", "[explain]") {
  const Fields<backend::Cpu> x;
  const CenterField<Vec<double, 12>> u(x.grid, "u");
  const auto e = explain(x.a, exp(component<0>(u)) * exp(component<11>(u)));
  CHECK(e.formula == "a = (exp(component<0>(u)) * exp(component<11>(u)))");
  CHECK(e.warnings.empty());
  CHECK(explain(x.flux, first_value_where(x.a > 1.0, x.b, from_top, 0.0)).formula ==
        "flux = first_value_where(pointwise((a > 1), b), from the top)");
}

TEST_CASE("explain takes operators that cannot be made without their parameters", "[explain]") {
  const Fields<backend::Cpu> x;
  const auto carried = LinVanLeerC2F(0.1, constraint::MonotoneHarmonic{});
  const auto e = explain(x.k, carried(x.k, x.a));
  CHECK(node(e, "LinVanLeerC2F").evaluations == 9);
  const auto f = columnwise([&](auto w, auto q) { return results(carried(w, q)); });
  CHECK(node(explain(x.k, f(x.k, x.a)), "LinVanLeerC2F").evaluations == 9);
}

TEST_CASE("An emulated block allocates the arena that explain predicts", "[explain]") {
  Fields<backend::Emulation> x;
  const auto w1 = x.w1();
  for (const int taken : {1, 2, 3}) {
    const auto shape = with(emulation::Block<>{.ranks = 2, .columns = taken});
    const std::size_t predicted = explain(x.div, w1, shape).mapping.arena_bytes;
    largest_array = 0;
    assign(x.div, w1, shape);
    CHECK(largest_array == (predicted / sizeof(std::max_align_t) + 1) * sizeof(std::max_align_t));
  }
  const auto running = cumulative_integral(x.a, bottom(0.0));
  const auto e = explain(x.k, running);
  CHECK(e.mapping.barriers == 2);
  largest_array = 0;
  assign(x.k, running);
  CHECK(largest_array == (e.mapping.arena_bytes / sizeof(std::max_align_t) + 1) * sizeof(std::max_align_t));
}

#if defined(__GLIBC__)
TEST_CASE("The CPU allocates the arena that explain predicts", "[explain]") {
  Fields<backend::Cpu> x;
  const auto expression = GradientF2C()(GradientC2F()(exp(x.a)));
  const std::size_t predicted = explain(x.div, expression).mapping.arena_bytes;
  REQUIRE(predicted == 64 * 9 * 8);
  std::size_t allocated = 0;
  std::thread fresh([&] {
    assign(x.div, expression);
    allocated = malloc_usable_size(cpu::scratch(0));
  });
  fresh.join();
  CHECK(allocated >= predicted);
  CHECK(allocated < predicted + 4096 + 64);  // whole pages
}
#endif

TEST_CASE("measure leaves the values of one assignment, and puts the time beside the prediction", "[explain]") {
  Fields<backend::Cpu> x;
  x.a.fill([](double z) { return z; });
  const auto expression = GradientF2C()(GradientC2F()(exp(x.a)));
  assign(x.div, expression);
  const auto once = x.div.to_host();
  const auto e = measure(x.a, expression).at_bandwidth(1e9);
  CHECK(x.a.to_host() == once);
  CHECK(e.measured_seconds > 0);
  CHECK(e.achieved_bandwidth() == static_cast<double>(e.bytes()) / e.measured_seconds);
  CHECK(e.measured_to_predicted() == e.measured_seconds / e.predicted_seconds());
  CHECK(contains(e.text(), "times the predicted time"));
}
