// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>

#include <stencil/stencil.hpp>

namespace {

using namespace stencil;

/// Diffusion: center to faces and back, one level either way.
struct Diffusion {
  STENCIL_FUNCTION constexpr auto operator()(auto x, auto k, auto flux) const {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
    const auto down = k * gradient(x), twice = 2.0 * down;
    return results(DivergenceF2C(bottom(SetValue(flux)), top(SetValue(0.0)))(down), twice);
  }
};
/// The value `levels` levels below, and an integral if it is asked for.
struct Below {
  bool integrates = false;
  STENCIL_FUNCTION constexpr auto operator()(auto x, auto levels) const {
    auto y = x;
    for (int i = 0; i < levels; ++i) y = below(y);
    if (integrates) y = y + column_integral(x);
    return results(y);
  }
};
constexpr auto third_order = columnwise([](auto w, auto x) {
  return results(Upwind3rdOrderBiasedProductC2F(bottom(ThirdOrderOneSided{}), top(ThirdOrderOneSided{}))(w, x));
});

constexpr bool is(const FunctionReach& reach, int below, int above, bool whole = false) {
  return reach.below == below && reach.above == above && reach.whole_column == whole;
}

// In half levels. Of two results the farther one counts: the divergence reads centers one level away.
static_assert(is(reach(columnwise(Diffusion{}), Center{}, Face{}, Surface{}), 2, 2));
static_assert(reach(columnwise(Diffusion{}), Center{}, Face{}, 0.1).levels() == 1);
static_assert(is(reach(columnwise(Below{}), Center{}, 3), 6, 0));
static_assert(reach(columnwise(Below{}), Center{}, 3).levels() == 3);
static_assert(is(reach(columnwise(Below{}), Center{}, 0), 0, 0));
static_assert(is(reach(columnwise(Below{true}), Center{}, 1), 2, 0, true));
static_assert(is(reach(columnwise([](auto x) { return results(at_level(x, -1)); }), Center{}), 0, 0, true));
// Grids are read anywhere.
static_assert(is(reach(columnwise([](auto x) { return results(x * at_level(-heights(Face{}), 0)); }), Center{}), 0, 0));

}  // namespace

TEST_CASE("The reach of a function is that of what it reads, also of fields and expressions", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 1.0, 2);
  CenterField<double> x(grid);
  FaceField<double> k(grid), w(grid);
  SurfaceField<float> flux(grid);
  CHECK(is(reach(columnwise(Diffusion{})(x, k, flux)), 2, 2));
  CHECK(is(reach(columnwise(Below{})(above(x), 3)), 6, 2));
  CHECK(is(reach(2.0 * GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(x)), 1, 1));
  CHECK(is(reach(GradientC2F()(x)), 3, 3));  // at the ends that of the next face
  CHECK(is(reach(x - column_integral(x)), 0, 0, true));
  // Two centers on either side of a face.
  const FunctionReach advection = reach(third_order(w, x));
  CHECK(is(advection, 3, 3));
  CHECK(advection.levels() == 2);
}
