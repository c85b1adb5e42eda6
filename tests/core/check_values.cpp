// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stencil/emulation/emulation.hpp>
#include <stencil/stencil.hpp>
#include <string>

namespace {

using namespace stencil;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int levels = 8;
constexpr std::size_t columns = 5;
constexpr double before = -7;

const auto zero_flux = DivergenceF2C(bottom(SetValue(0.0)), top(SetValue(0.0)));

/// Evaluates in plain loops, which compile in no time.
struct Plain : backend::Cpu {
  template <class Outs, class P>
  static void run(Outs& outputs, const P&) {
    const ColumnGridData& grid = *outputs.first.destination.grid;
    outputs.each([&](const auto& output) {
      const EvaluatedColumns set{grid.levels, grid.periodic, grid.per_column, grid.view<double>(), grid.view<float>()};
      for (std::ptrdiff_t c = 0; c < static_cast<std::ptrdiff_t>(grid.columns); ++c) {
        for (int row = 0; row < output.destination.rows(); ++row) {
          using Where = typename std::remove_cvref_t<decltype(output)>::location;
          const RowCursor<plan::StoreNothing, Where> at{set, c, row, nullptr, 0};
          output.store(at, output.value(at));
        }
      }
    });
  }
};

template <class Backend = Plain>
struct FieldsOf {
  ColumnGrid grid;
  CenterField<double, Backend> a{grid, "a"}, b{grid, "b"}, div{grid, "div"};
  FaceField<double, Backend> k{grid, "k"};
  SurfaceField<double, Backend> flux{grid, "flux"};

  explicit FieldsOf(const ColumnGrid& g = ColumnGrid::uniform(levels, 0.0, 1.0, columns)) : grid(g) {
    a.fill([](double z, std::size_t c) { return 2 + z + static_cast<double>(c); });
    b.fill(2.0);
    k.fill(1.0);
    flux.fill(0.5);
    div.fill(before);
  }
  /// Leaves, a logarithm, a quotient, conditions that matter and one that is replaced from above.
  auto expression() const {
    return zero_flux(k * GradientC2F(bottom(SetGradient(flux)))(log(a) / b)) +
           InterpolateF2C()(InterpolateC2F(top(SetValue(flux)))(a));
  }
};

using Fields = FieldsOf<>;

/// A column function.
struct Root {
  STENCIL_FUNCTION auto operator()(auto x) const { return results(sqrt(x)); }
};

struct Found {
  std::string node;
  std::size_t column;
  int level;
  bool operator==(const Found&) const = default;
};
const Found nothing{"", 0, -1};
std::ostream& operator<<(std::ostream& out, const Found& f) {
  return out << f.node << " in column " << f.column << " at level " << f.level;
}

std::string message;
template <class Destination, class E, class P>
Found hunt(Destination&& destination, const E& e, const P& policy) {
  const auto was = destination.to_host();
  try {
    assign(destination, e, policy);
  } catch (const ValueError& error) {
    CHECK(destination.to_host() == was);
    message = error.what();
    return {error.node, error.column, error.level};
  }
  return nothing;
}
template <class Backend>
Found hunt(FieldsOf<Backend>& x) {
  return hunt(x.div, x.expression(), check_values);
}
bool says(const std::string& part) { return message.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("Checking values changes nothing where all are finite", "[check_values]") {
  FieldsOf<backend::Cpu> x, y;
  CHECK(hunt(x) == nothing);
  assign(y.div, y.expression());
  CHECK(x.div.to_host() == y.div.to_host());
  x.a(7, 0) = -1;
  CHECK(hunt(x) == Found{"log(a)", 0, 7});
}

TEST_CASE("A NaN in an operand is found in its column and at its level", "[check_values]") {
  Fields x;
  x.a(3, 2) = not_a_number;
  x.a(5, 2) = not_a_number;
  x.a(1, 4) = not_a_number;
  CHECK(hunt(x) == Found{"a", 2, 3});
  CHECK(
      says("the operand \"a\" (center field, 8 levels x 5 columns, levels contiguous) is nan at center 3 of column 2"));
  CHECK(says("it has 3 such values"));
  CHECK(x.div(0, 0) == before);
}

TEST_CASE("A function that makes a NaN or an infinity is named, with what it read", "[check_values]") {
  Fields x;
  x.a(6, 4) = -1;
  CHECK(hunt(x) == Found{"log(a)", 4, 6});
  CHECK(says("log(a) is nan at center 6 of column 4; it read a = -1"));
  x.a(6, 4) = 1;
  x.b(6, 4) = 0;
  CHECK(hunt(x) == Found{"(log(a) / b)", 4, 6});
  CHECK(says("is nan at center 6 of column 4; it read log(a) = 0, b = 0"));
  x.a(6, 4) = 2;
  CHECK(hunt(x) == Found{"(log(a) / b)", 4, 6});
  CHECK(says("is inf"));
  x.b(6, 4) = infinity;
  CHECK(hunt(x) == Found{"b", 4, 6});
}

TEST_CASE("An operator that overflows is named, with the rows that it read", "[check_values]") {
  Fields x;
  x.k(2, 1) = 1e308;
  x.b(2, 1) = 1e-3;
  CHECK(hunt(x).node == "(k * GradientC2F(bottom: SetGradient, top: closure)((log(a) / b)))");
  x.k(2, 1) = 1;
  x.b(2, 1) = 2;
  x.a(4, 3) = 1.5e308;
  x.a(5, 3) = 1.5e308;
  CHECK(hunt(x) == Found{"InterpolateC2F(bottom: closure, top: SetValue)(a)", 3, 5});
  CHECK(says("is inf at face 5 of column 3; it read a[4] = 1.5e+308, a[5] = 1.5e+308"));
}

TEST_CASE("What an outer condition replaces is not looked at", "[check_values]") {
  Fields x;
  x.k(0, 3) = not_a_number;
  x.k(levels, 3) = not_a_number;
  for (std::size_t c = 0; c < columns; ++c) x.flux(c) = c == 2 ? not_a_number : 1;
  // The gradient's condition is below the divergence's, the mean's is not.
  CHECK(hunt(x) == Found{"flux", 2, 0});
  x.flux(2) = 1;
  CHECK(hunt(x) == nothing);
  x.k(1, 3) = not_a_number;
  CHECK(hunt(x) == Found{"k", 3, 1});
  Fields y;
  y.k(0, 3) = not_a_number;
  CHECK(hunt(y.div, DivergenceF2C()(y.k), check_values) == Found{"k", 3, 0});
  CHECK(hunt(y.div, DivergenceF2C(bottom(SetValue(not_a_number)))(y.k), check_values).node ==
        "DivergenceF2C(bottom: SetValue, top: closure)(k)");
  CHECK(says("it read k[1] = 1, bottom SetValue = nan"));
}

TEST_CASE("What a mask leaves out, and the side that where does not take, are not looked at", "[check_values]") {
  Fields x;
  x.a(2, 1) = -1;
  CHECK(hunt(x.div, where(x.a > 0.0, log(x.a), 0.0), check_values) == nothing);
  CHECK(hunt(x.div, log(x.a), check_values).level == 2);
  CHECK(hunt(x.div, log(x.a), check_values.where(x.a > 0.0)) == nothing);
  CHECK(x.div(2, 1) == 0);
  CHECK(x.div(3, 1) == std::log(x.a(3, 1)));
}

TEST_CASE("A ring is read around its seam", "[check_values]") {
  Fields x(ColumnGrid::periodic(levels, 0.0, 1.0, columns));
  x.a(levels - 1, 4) = -1;
  CHECK(hunt(x) == Found{"log(a)", 4, levels - 1});
}

TEST_CASE("Values are checked along columns", "[check_values]") {
  Fields x;
  x.b(2, 3) = 0;
  CHECK(hunt(x.flux, column_sum(x.a / x.b), check_values) == Found{"(a / b)", 3, 2});
  CHECK(hunt(x.flux, at_level(x.a / x.b, 1), check_values) == nothing);
  CHECK(hunt(x.flux, at_level(x.a / x.b, -6), check_values) == Found{"(a / b)", 3, 2});
  CHECK(hunt(x.k, cumulative_integral(x.a / x.b, bottom(0.0)), check_values) == Found{"(a / b)", 3, 2});
  x.b(2, 3) = -1;
  const auto matrix = identity() - 0.1 * jacobian(zero_flux(GradientC2F()(sqrt(x.b) * x.a)), wrt(x.a));
  CHECK(hunt(x.div, solve(matrix, x.b), check_values) == Found{"sqrt(b)", 3, 2});

  // Columns that are not written, and rows that those which are do not depend on, are not looked at.
  SurfaceField<double> land(x.b.grid());
  land.fill([](std::size_t column) { return column == 3 ? 0.0 : 1.0; });
  CHECK(hunt(x.div, solve(matrix, x.b), check_values.where(land > 0.5)) == nothing);
  CHECK(hunt(x.flux, column_sum(sqrt(x.b)), check_values.where(land > 0.5)) == nothing);
  const auto integral = cumulative_integral(sqrt(x.b), bottom(0.0));
  CHECK(hunt(x.k, integral, check_values.where(level_index(Face{}) < 3)) == nothing);
  CHECK(hunt(x.k, integral, check_values.where(level_index(Face{}) < 4)) == Found{"sqrt(b)", 3, 2});
  land(1) = not_a_number;
  CHECK(hunt(x.k, cumulative_integral(x.a, bottom(land)), check_values).column == 1);
  CHECK_FALSE(says("cumulative_integral"));
}

TEST_CASE("Values of every backend with each_column are checked, by the strategy asked for", "[check_values]") {
  CenterField<float, backend::Emulation> a(ColumnGrid::uniform(levels, 0.0, 1.0, columns), "a"), out(a.grid());
  a.fill(1.0F);
  const auto policy = stencil::policy().with(CheckValues<emulation::Block<>>{{.ranks = 2, .columns = 1}});
  const auto expression = GradientF2C()(GradientC2F()(sqrt(a)));
  CHECK(hunt(out, expression, policy) == nothing);
  a(4, 1) = -1;
  CHECK(hunt(out, expression, policy) == Found{"sqrt(a)", 1, 4});
  CHECK(hunt(out, columnwise(Root{})(a), check_values) == Found{"sqrt(a)", 1, 4});
  CHECK(says("sqrt(a) is nan at center 4 of column 1; it read a = -1; it is operation #1 of columnwise(a)"));
  a(4, 1) = 4;
  CHECK(hunt(out, columnwise(Root{})(a), check_values) == nothing);
  CHECK(out(4, 1) == 2.0F);
}

TEST_CASE("A value that a destination of float does not hold is found, with the value before it is rounded",
          "[check_values]") {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  CenterField<double> a(grid, "a");
  CenterField<double> wide(grid);
  CenterField<float> narrow(grid);
  SurfaceField<double> land(grid);
  land.fill([](std::size_t column) { return column == 3 ? 0.0 : 1.0; });
  a = 1.0;
  a(6, 3) = 1e300;
  CHECK(hunt(narrow, 2.0 * a, check_values) == Found{"float((2 * a))", 3, 6});
  CHECK(says("float((2 * a)) is inf at center 6 of column 3; it read (2 * a) = 2e+300"));
  CHECK(hunt(narrow, solve(diagonal(land + 0.0 * a + 1.0), a), check_values).level == 6);
  CHECK(hunt(narrow, 2.0 * a, check_values.where(land > 0.5)) == nothing);
  CHECK(hunt(wide, 2.0 * a, check_values) == nothing);
}

TEST_CASE("Several destinations are checked before any is written", "[check_values]") {
  Fields x;
  x.b(1, 1) = 0;
  CHECK_THROWS_AS(evaluate(into(x.k, 2.0 * x.k), into(x.div, x.a / x.b), check_values), ValueError);
  CHECK(x.k(0, 0) == 1);
}
