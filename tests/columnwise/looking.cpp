// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <string>

#include <stencil/stencil.hpp>

namespace {

using namespace stencil;
using Catch::Matchers::ContainsSubstring;

/// Three names, one of which is used three times.
struct Drag {
  static constexpr const char* name = "drag";
  STENCIL_FUNCTION auto operator()(auto u, auto k) const {
    const auto shear = GradientC2F()(u);
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
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 10);
  CenterField<double> u(grid, "u"), change(grid, "change");
  FaceField<double> k(grid, "k"), shear(grid, "shear");
  const auto drag = columnwise(Drag{});
  const Explanation x = explain(fields(change, shear), drag(u, k));
  const std::string text = x.text();
  CHECK(x.formula == "change, shear = drag(u, k)");
  CHECK_THAT(text, ContainsSubstring("reduction, from the bottom"));
  CHECK_THAT(text, ContainsSubstring("column function"));
  CHECK_THAT(text, ContainsSubstring("keeping what waits for whole columns"));
  std::size_t gradients = 0;
  for (const auto& node : x.tree.nodes) gradients += node.name == "GradientC2F" ? 1 : 0;
  CHECK(gradients == 1);
  // u, shear, k * shear, abs(shear) and the product of the last two are alive when it is made.
  CHECK(column_functions::most_alive(x.tree) == 5);
  // 2 + 1 for the gradient and 1 + 1 + 1 for the stress at 9 faces; 2 + 1 + 1 of each change and u dz, summed, at 8
  // cells.
  CHECK(x.arithmetic_per_column == 9 * (2 + 1 + 1 + 1) + 8 * (2 + 1 + 1) + 8);
  CHECK(x.bytes_per_column == 8 * (8 + 9 + 8 + 9));
}

TEST_CASE("draw shows each value of a column function once", "[columnwise][draw]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 10);
  CenterField<double> u(grid, "u"), change(grid, "change");
  FaceField<double> k(grid, "k"), shear(grid, "shear");
  const auto drag = columnwise(Drag{});
  const std::string dot = draw(fields(change, shear), drag(u, k)).dot();
  CHECK(times(dot, "label=\"GradientC2F") == 1);
  CHECK(times(dot, "-> destination") == 2);
  CHECK(times(dot, "label=\"u\\n") == 1);
  const auto slope = columnwise([](auto x) { return results(above(x) - x); });
  CHECK(times(draw(change, 2.0 * slope(u) + slope(u)).dot(), "label=\"above") == 2);
}
