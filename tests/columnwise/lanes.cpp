// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <stencil/emulation/emulation.hpp>

#include "operations.hpp"

namespace {

/// Results of which the first so many have the same bits, the others the same to rounding.
void compare_results(const columnwise_test::Case& c, const char* how, const columnwise_test::Values<double>& computed,
                     const columnwise_test::Values<double>& expected, std::size_t same_bits) {
  using namespace columnwise_test;
  REQUIRE(computed.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(describe(c) << ", " << how << ", result " << i << " of " << expected.size());
    CHECK((i < same_bits ? differing(computed[i], expected[i]) : apart(computed[i], expected[i])) == 0);
  }
}
/// A block with an arena: columns alone or two of them side by side, two halves of it in turn or one.
const stencil::emulation::SharedMemory<> block{4, 1, true}, side_by_side{6, 2, false};

}  // namespace

// Beside the CPU's column functions, which columnwise.cpp holds against trees.
TEST_CASE("Lanes that exchange rows give the bits of the CPU's column functions, and so do blocks with tiles",
          "[columnwise]") {
  using namespace columnwise_test;
  using Levels = layout::LevelsContiguous;
  const auto compare = [](const Case& c) {
    const auto expected = by_functions<double, backend::Cpu, Levels>(c, policy());
    const auto check = [&](const auto& how, const char* name) {
      compare_results(c, name, by_functions<double, backend::Emulation, Levels>(c, how), expected, expected.size());
    };
    if (c.levels < 63) check(with(emulation::Lanes<2>{}), "lanes");
    check(with(block), "tiles");
    if (c.columns > 1) check(with(side_by_side), "tiles of columns side by side");
  };
  each_case({1, 2, 3, 5, 9, 33}, {1, 5}, compare);
  each_case({63, 64, 65}, {1}, compare);
}

TEST_CASE(
    "Lanes that share columns give the bits of the CPU's sums and marches, and its solutions to rounding; blocks with "
    "tiles give the bits of all",
    "[columnwise]") {
  using namespace columnwise_test;
  using Levels = layout::LevelsContiguous;
  const auto compare = [](const Case& c) {
    const auto expected = by_operations<double, backend::Cpu, Levels>(c, policy());
    compare_results(c, "lanes", by_operations<double, backend::Emulation, Levels>(c, with(emulation::Lanes<2>{})),
                    expected, first_solved(c));
    compare_results(c, "tiles", by_operations<double, backend::Emulation, Levels>(c, with(block)), expected,
                    expected.size());
    if (c.columns > 1) {
      compare_results(c, "tiles of columns side by side",
                      by_operations<double, backend::Emulation, Levels>(c, with(side_by_side)), expected,
                      expected.size());
    }
  };
  each_case({1, 2, 3, 9, 33}, {1, 5}, compare);
  each_case({64, 65}, {1}, compare);
  each_case({9}, {5}, [&](Case c) {
    c.masked = true;
    compare(c);
  });
}

TEST_CASE("Sums and running values have the same bits however many rows a lane holds", "[columnwise]") {
  using namespace columnwise_test;
  each_case({3, 5, 65, 129, 300}, {3}, [](const Case& c) {
    if (c.kind == Kind::ring) return;
    const auto expected = by_folds<double, backend::Cpu, layout::LevelsContiguous>(c, policy());
    const auto check = [&](const auto& computed, const char* how) {
      for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO(describe(c) << ", " << how << ", result " << i);
        CHECK(differing(computed[i], expected[i]) == 0);
      }
    };
    check(by_folds<double, backend::Cpu, layout::ColumnsContiguous>(c, policy()), "columns contiguous");
    using Lanes = layout::LevelsContiguous;
    check(by_folds<double, backend::Emulation, Lanes>(c, with(emulation::Lanes<2>{})), "2 rows");
    check(by_folds<double, backend::Emulation, Lanes>(c, with(emulation::Lanes<4>{})), "4 rows");
    check(by_folds<double, backend::Emulation, Lanes>(c, with(emulation::Lanes<16>{})), "16 rows");
    const auto tiles = with(emulation::SharedMemory<4>{6, 2});
    check(by_folds<double, backend::Emulation, layout::ColumnsContiguous>(c, tiles), "tiles, columns contiguous");
    // Upward, as an assignment of its own.
    State<double, backend::Cpu, layout::LevelsContiguous> s(c);
    SurfaceField<double, backend::Cpu> sum(s.grid);
    sum = column_sum(s.a * s.a);
    CHECK(differing(sum.to_host(), expected[3]) == 0);
  });
}

namespace {

/// Values of several numbers through tiles.
struct Wind {
  STENCIL_FUNCTION auto operator()(auto u, auto v) const {
    const auto wind = stencil::vec(u, v);
    const auto curved = stencil::DivergenceF2C()(stencil::GradientC2F()(wind)) + stencil::column_sum(wind);
    const auto carried = stencil::march(
        stencil::from_top, 0.0,
        [](auto& s, auto x) {
          s = s / 2 + x[1];
          return s * x;
        },
        stencil::above(wind));
    return stencil::results(stencil::component<0>(curved), stencil::component<1>(curved),
                            stencil::component<0>(carried));
  }
};
template <class Backend, class P>
columnwise_test::Values<float> winds(int levels, const P& how) {
  using namespace stencil;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 3);
  CenterField<float, Backend> u(grid), v(grid), out(grid);
  u.fill([](double z, std::size_t column) { return std::sin(9 * z) + static_cast<double>(column); });
  v.fill([](double z) { return std::cos(7 * z); });
  assign(fields(u, v, out), columnwise(Wind{})(u, v), how.where(at_level(u, 0) > 0.5f));
  return {u.to_host(), v.to_host(), out.to_host()};
}

}  // namespace

TEST_CASE("Vectors go through tiles", "[columnwise]") {
  using namespace stencil;
  for (const int levels : {1, 2, 3, 17})
    CHECK(winds<backend::Emulation>(levels, with(block)) == winds<backend::Cpu>(levels, policy()));
}

TEST_CASE("explain says what a column function takes of an arena", "[columnwise][explain]") {
  using namespace stencil;
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 3);
  CenterField<float, backend::Emulation> u(grid), v(grid), out(grid);
  const Explanation x = explain(fields(u, v, out), columnwise(Wind{})(u, v), with(block));
  CHECK(x.mapping.strategy == "emulation::SharedMemory");
  CHECK(x.mapping.team ==
        "8 threads for 1 column, 1 row of each value in a thread; at the widest place 2 tiles with 16 bytes of each "
        "thread, in two halves of the arena in turn");
  CHECK(x.mapping.arena_bytes == 2 * 16 * 16);  // of 16 threads: tiles begin at multiples of 16 bytes
  // Gradient, divergence, above; a sum of the rows of a group, of two groups, of a column; a march; before results.
  CHECK(x.mapping.barriers == 3 + (3 + 1 + 2) + 2 + 1);
  const Explanation in_one_half = explain(fields(u, v, out), columnwise(Wind{})(u, v), with(side_by_side));
  CHECK(in_one_half.mapping.arena_bytes == 16 * 16);
  CHECK(in_one_half.mapping.barriers == 2 * (3 + 6) + 3 + 1);
}
