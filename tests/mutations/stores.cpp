// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/expression/math.hpp>
#include <stencil/ops/gradient.hpp>
#include <stencil/ops/interpolation.hpp>
#include <stencil/wrap.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

using namespace stencil;

TEST_CASE("Values go past the caches where there are many, unless they have just been read", "[mutations]") {
  const auto grid = ColumnGrid::uniform(64, 0.0, 1.0, std::size_t{1} << 16U);
  CenterField<double> a(grid), b(grid);
  const auto goes_past_the_caches = [&a](const auto& e) {
    const auto node = as_node(e);
    plan::OperandList operands;
    detail::checks::check<plan::StoreCostly>(
        operands,
        make_outputs(AssignmentOutput<CenterField<double>::leaf_type, std::remove_const_t<decltype(node)>, NoMask>{
            a.target(), node, {}, {}}));
    return cpu::is_worth_streaming(operands);
  };
  CHECK(goes_past_the_caches(b + 1.0));
  CHECK_FALSE(goes_past_the_caches(a + b));
}

TEST_CASE("A field that stands on the right is read before it is written", "[mutations]") {
  const auto grid = ColumnGrid::uniform(40, 0.0, 1.0, 3);
  CenterField<double> a(grid), expected(grid);
  a.fill([](double z) { return z * z; });
  const CenterField<double> before(a);
  const auto step = [](const auto& x) { return InterpolateF2C()(GradientC2F()(x)); };
  expected = step(before);
  a = step(a);
  CHECK(a.to_host() == expected.to_host());
  CHECK(std::abs(a(20, 1) - 2 * 20.5 / 40) < 1e-12);
}

TEST_CASE("A function is called with values of the fields alone, whatever lies beyond the last column", "[mutations]") {
  std::vector<double> memory(10, 1.0);
  SurfaceField<double> result(ColumnGrid::uniform(1, 0.0, 1.0, 5));
  const auto checked = pointwise([](double x) {
    if (x == 0) throw std::domain_error("no such value");
    return 1 / x;
  });
  CHECK_NOTHROW(result = checked(wrap_surface(memory.data(), 2, result.grid())));
}
