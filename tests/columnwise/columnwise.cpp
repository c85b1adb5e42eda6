// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <vector>

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

/// Half of x, of whichever precision, at centers and its difference at faces.
struct HalfAndSlope {
  template <class X>
  auto operator()(const X& x) const {
    return results(0.5 * x, GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)))(x));
  }
};
/// Every tracer and the sum of all.
struct EachAndAll {
  template <class Tracers, class X>
  auto operator()(const Tracers& q, const X& x) const {
    return results(array_of(q[0] * x, q[1] * x), q[0] + q[1]);
  }
};

template <class Layout>
void require_updates() {
  for (const int levels : {1, 4, 37}) {
    const auto grid = ColumnGrid::uniform(levels, 0.0, 2.0 * levels, 5);
    CenterField<double, backend::Cpu, Layout> x(grid);
    CenterField<float, backend::Cpu, Layout> a(grid);
    FaceField<double, backend::Cpu, Layout> f(grid);
    const auto height = [](int k) { return 1.0 + k % 5; };
    x.fill([](double z) { return 1.0 + static_cast<int>(z / 2.0) % 5; });
    a = 3.0;
    f = 7.0;
    fields(a, f) += columnwise(HalfAndSlope{})(x);
    const auto slope = [&](int k) { return k == 0 || k == levels ? 0.0 : (height(k) - height(k - 1)) / 2.0; };
    for (int k = 0; k < levels; ++k) CHECK(a(k, 4) == static_cast<float>(3.0 + 0.5 * height(k)));
    for (int k = 0; k <= levels; ++k) CHECK(f(k, 4) == 7.0 + slope(k));
    fields(a, f) -= columnwise(HalfAndSlope{})(x);
    CHECK(a(levels - 1, 0) == 3.0F);
    CHECK(f(levels / 2, 0) == 7.0);
    fields(a, f) *= columnwise(HalfAndSlope{})(x);
    for (int k = 0; k < levels; ++k) CHECK(a(k, 1) == static_cast<float>(1.5 * height(k)));
    for (int k = 0; k <= levels; ++k) CHECK(f(k, 1) == 7.0 * slope(k));
  }
}

}  // namespace

TEST_CASE("fields(a, b) += f(x) adds its results to what was there, and -=, *= and /= do as they say", "[columnwise]") {
  require_updates<layout::LevelsContiguous>();
  require_updates<layout::ColumnsContiguous>();
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  std::array<CenterField<double>, 2> q{CenterField<double>(grid), CenterField<double>(grid)};
  CenterField<double> x(grid), all(grid);
  q[0] = 3.0, q[1] = 5.0, x = 2.0, all = 16.0;
  fields(q, all) /= columnwise(EachAndAll{})(q, x);  // destinations are arguments, whose old values count
  CHECK(q[0].to_host() == std::vector<double>(6, 0.5));
  CHECK(q[1].to_host() == std::vector<double>(6, 0.5));
  CHECK(all.to_host() == std::vector<double>(6, 2.0));
  fields(x) += columnwise([](auto y) { return results(10.0 * y); })(x);
  CHECK(x.to_host() == std::vector<double>(6, 22.0));
}

TEST_CASE("+x is x, of fields, expressions and values of a column function", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 2);
  CenterField<double> x(grid), y(grid);
  x = -1.5;
  y = +x;
  CHECK(y.to_host() == x.to_host());
  y = +(2.0 * x) - +x;
  CHECK(y.to_host() == x.to_host());
  y = columnwise([](auto v) { return results(+v); })(x);
  CHECK(y.to_host() == x.to_host());
}

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
