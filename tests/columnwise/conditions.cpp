// SPDX-License-Identifier: BSD-3-Clause
#define STENCIL_EXPLICIT_BOUNDARIES

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <stencil/stencil.hpp>

namespace {

using namespace stencil;
using Catch::Matchers::ContainsSubstring;

struct Diffusion {
  auto operator()(const auto& x) const { return results(DivergenceF2C(no_flux)(GradientC2F()(x))); }
};
struct OpenAtTheTop {
  auto operator()(const auto& x) const { return results(DivergenceF2C(bottom(SetValue(0.0)))(GradientC2F()(x))); }
};
struct SecondRow {
  auto operator()(const auto& x) const {
    const auto fixed = InterpolateC2F(bottom(SetValue(0.0)), top(SetValue(0.0)));
    return results(DivergenceF2C(no_flux)(fixed(DivergenceF2C()(GradientC2F(top(SetGradient(0.0)))(x)))));
  }
};
/// What a condition, the start of a march and a level per column are made from.
struct AtTheBottom {
  static auto slope(const auto& x) { return at_level(GradientC2F(top(SetGradient(0.0)))(x), 0); }
};
struct InACondition : AtTheBottom {
  auto operator()(const auto& x) const {
    return results(
        DivergenceF2C(bottom(SetValue(slope(x))), top(SetValue(0.0)))(0.0 * heights(Face{}) + at_level(x, 0)));
  }
};
struct InAStart : AtTheBottom {
  auto operator()(const auto& x) const {
    return results(march(from_bottom, slope(x), [](auto& s, auto y) { return s += y; }, x));
  }
};
struct InALevel : AtTheBottom {
  auto operator()(const auto& x) const { return results(0.0 * x + at_level(x, where(slope(x) > 0.0, 1, 0))); }
};
struct Loop {
  template <class Inner>
  static auto repeated(const Inner& f, const auto& x) {
    auto y = 1.0 * x;
    for (int i = 0; i < 2; ++i) y = f(y);
    return y;
  }
  auto operator()(const auto& x) const {
    return results(repeated(columnwise(Diffusion{}), x), column_sum(repeated(columnwise(OpenAtTheTop{}), x)));
  }
};

}  // namespace

TEST_CASE("A column function whose closures matter is refused where boundaries are explicit", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(8, 0.0, 1.0, 2);
  CenterField<double> a(grid), b(grid);
  a.fill([](double z) { return z * z; });
  b.fill(7.0);

  CHECK_NOTHROW(b = columnwise(Diffusion{})(a));
  const double kept = b(7, 1);
  CHECK_THROWS_WITH(
      b = columnwise(OpenAtTheTop{})(a),
      ContainsSubstring("stencil: an operator has no condition at the top and its closure matters; give it top(...)"));
  CHECK_THROWS_WITH(b = columnwise(OpenAtTheTop{})(a), ContainsSubstring("GradientC2F"));
  CHECK(b(7, 1) == kept);
  // The outer conditions replace the end faces, but the faces next to them read the cells that the closure has reached.
  CHECK_THROWS_WITH(b = columnwise(SecondRow{})(a), ContainsSubstring("no condition at the bottom"));

  SECTION("through a loop and a sum") {
    SurfaceField<double> s(grid);
    CHECK_THROWS_WITH(fields(b, s) = columnwise(Loop{})(a), ContainsSubstring("no condition at the top"));
  }
  SECTION("through a condition, the start of a march and a level per column") {
    CHECK_THROWS_WITH(b = columnwise(InACondition{})(a), ContainsSubstring("no condition at the bottom"));
    CHECK_THROWS_WITH(b = columnwise(InAStart{})(a), ContainsSubstring("no condition at the bottom"));
    CHECK_THROWS_WITH(b = columnwise(InALevel{})(a), ContainsSubstring("no condition at the bottom"));
  }
  SECTION("by an outer condition it does not matter") {
    const auto slope = columnwise([](const auto& x) { return results(GradientC2F()(x)); });
    CHECK_NOTHROW(b = DivergenceF2C(no_flux)(slope(a)));
  }
  SECTION("a ring has no ends") {
    const auto ring = ColumnGrid::periodic(8, 0.0, 1.0);
    CenterField<double> c(ring), d(ring);
    CHECK_NOTHROW(d = columnwise(OpenAtTheTop{})(c));
  }
}
