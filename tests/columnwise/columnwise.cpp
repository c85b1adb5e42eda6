// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include "agreement.hpp"

namespace {

using namespace columnwise_test;

/// Every result has the bits of the tree.
template <class T, class Backend, class Layout, Reach reach, class P>
void require_bits(const Case& c, const P& how) {
  const Values<T> expected = by_trees<T, reach>(c);
  const Values<T> computed = by_functions<T, Backend, Layout, reach>(c, how);
  REQUIRE(computed.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(describe(c) << ", result " << i << " of " << expected.size());
    CHECK(differing(computed[i], expected[i]) == 0);
  }
}

/// An operator of an operator of what the grid knows.
struct DepthOfDepths {
  template <class X>
  auto operator()(const X& x) const {
    const auto depth = InterpolateC2F(bottom(SetValue(3.0)), top(SetValue(5.0)))(spacing(Center{}));
    return results(InterpolateF2C()(depth) * x, DivergenceF2C()(depth * depth) * x);
  }
};

}  // namespace

TEST_CASE("Operators of operators of spacings have their end rows inside a column function", "[columnwise]") {
  for (const int levels : {1, 2, 3, 40}) {
    const auto grid = ColumnGrid::stretched(levels, 0.0, 2.0, 1.3 / levels, 5);
    CenterField<double> x(grid), mean(grid), divergence(grid), expected(grid);
    x.fill([](double z) { return 1 + z; });
    fields(mean, divergence) = columnwise(DepthOfDepths{})(x);
    const auto depth = InterpolateC2F(bottom(SetValue(3.0)), top(SetValue(5.0)))(spacing(Center{}));
    expected = InterpolateF2C()(depth) * x;
    CHECK(mean.to_host() == expected.to_host());
    expected = DivergenceF2C()(depth * depth) * x;
    CHECK(divergence.to_host() == expected.to_host());
  }
}

// The others with levels contiguous are in lanes.cpp, beside the bits of lanes.
TEST_CASE("A column function gives the bits of trees on the CPU, levels contiguous", "[columnwise]") {
  each_case({1, 2, 3, 4, 5, 7, 8, 9, 33}, {1, 5, 37}, [](const Case& c) {
    require_bits<double, backend::Cpu, layout::LevelsContiguous, Reach::wide>(c, policy());
  });
}
TEST_CASE("A column function gives the bits of trees on the CPU, columns contiguous", "[columnwise]") {
  const auto require = [](const Case& c) {
    require_bits<float, backend::Cpu, layout::ColumnsContiguous, Reach::all>(c, policy());
  };
  each_case({1, 2, 3, 4, 5, 9, 33}, {1, 48}, require);
  each_case({9}, {300}, require);
}
