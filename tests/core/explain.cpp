// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <sstream>
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("explain writes the formula with the names of the fields", "[explain]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 3);
  CenterField<double> a(grid, "a"), b(grid, "b"), div(grid, "div");
  FaceField<double> f(grid, "f");
  const auto x = explain(div, DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)))(f * GradientC2F()(a * b)));
  CHECK(x.formula == "div = DivergenceF2C(bottom: SetValue, top: SetValue)((f * GradientC2F()((a * b))))");
  CHECK(explain(div, -exp(a) + 2.0 * where(a > b, a, 1.5)).formula ==
        "div = ((-exp(a)) + (2 * where((a > b), a, 1.5)))");
  CHECK(explain(f, heights(Face{}) * InterpolateC2F(top(Extrapolate{}))(a)).formula ==
        "f = (heights(face) * InterpolateC2F(bottom: closure, top: Extrapolate)(a))");
}

TEST_CASE("explain says what each operator reads and where a closure serves", "[explain]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 3);
  CenterField<double> a(grid), div(grid);
  const auto x = explain(div, DivergenceF2C(bottom(SetValue(0.0)))(GradientC2F()(a)));
  REQUIRE(x.operators.size() == 2);
  CHECK(x.operators[0] == "DivergenceF2C  reads -1/2..+1/2  bottom SetValue, top free");
  CHECK(x.operators[1] == "GradientC2F  reads -1/2..+1/2  bottom closure (Extrapolate), top closure (Extrapolate)");
}

TEST_CASE("explain counts every array once", "[explain]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 3);
  CenterField<double> a(grid), b(grid), div(grid);
  FaceField<float> f(grid);
  SurfaceField<double> flux(grid);
  CHECK(explain(div, a * b + a).bytes_per_column == 3 * 8 * sizeof(double));
  CHECK(explain(div, DivergenceF2C(bottom(SetValue(flux)))(f * GradientC2F()(a))).bytes_per_column ==
        2 * 8 * sizeof(double) + 9 * sizeof(float) + sizeof(double));
  CHECK(explain(div, a, policy().where(b > 0.0)).bytes_per_column == 3 * 8 * sizeof(double));
}

TEST_CASE("explain counts the operations of a column", "[explain]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 3);
  CenterField<double> a(grid), b(grid), c(grid);
  // Two loads and an addition in each of eight rows.
  CHECK(explain(c, a + b).operations_per_column == 24);
  const auto twice = GradientF2C()(GradientC2F()(exp(a)));
  const auto stored = explain(c, twice, with(cpu::StoreAll{})).operations_per_column;
  CHECK(stored < explain(c, twice, with(cpu::Recompute{})).operations_per_column);
}

TEST_CASE("explain names strategy, arena and barriers", "[explain]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 3);
  CenterField<double> a(grid), div(grid);
  const auto expression = [](const auto& x) { return DivergenceF2C()(GradientC2F()(x * x)); };
  const auto cheap = explain(div, expression(a));
  CHECK(cheap.mapping.arena_bytes == 0);
  CHECK(explain(div, expression(a), with(cpu::StoreAll{})).mapping.strategy == "cpu::StoreAll");
  CHECK(explain(div, expression(a), with(cpu::StoreAll{})).mapping.arena_bytes > 0);

  CenterField<double, backend::Emulation> x(grid), y(grid);
  const auto block = explain(y, expression(x));
  CHECK(block.mapping.barriers == 2);
  CHECK(block.mapping.arena_bytes > 0);
  std::ostringstream out;
  out << block;
  CHECK(contains(out.str(), "2 barriers"));
  CHECK(contains(out.str(), "emulation::Block"));
}

TEST_CASE("Times are said in microseconds, milliseconds and seconds", "[explain]") {
  CHECK(detail::explaining::seconds(2.5e-4) == "250 us");
  CHECK(detail::explaining::seconds(0.25) == "250 ms");
  CHECK(detail::explaining::seconds(2.5) == "2.5 s");
}

TEST_CASE("explain refuses what an assignment refuses", "[explain]") {
  CenterField<double> a(ColumnGrid::uniform(8, 0.0, 1.0, 3)), div(ColumnGrid::uniform(9, 0.0, 1.0, 3));
  CHECK_THROWS_AS(explain(div, a + 1.0), GridError);
}
