// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstddef>

#include <stencil/emulation/emulation.hpp>

#include "lanes.hpp"

namespace {

/// A block with an arena: columns alone or two of them side by side, two halves of it in turn or one.
const stencil::emulation::SharedMemory<> block{4, 1, true}, side_by_side{6, 2, false};

/// The results of blocks beside those of the CPU.
template <class ByBlock>
void compare_blocks(const columnwise_test::Case& c, const columnwise_test::Values<double>& expected,
                    const ByBlock& by_block) {
  using namespace columnwise_test;
  const auto compare = [&](const auto& how, const char* name) {
    const Values<double> computed = by_block(with(how));
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", " << name << ", result " << i << " of " << expected.size());
      CHECK(differing(computed[i], expected[i]) == 0);
    }
  };
  compare(block, "alone");
  if (c.columns > 1) compare(side_by_side, "side by side");
}

template <class Test>
void each_size(const Test& test) {
  columnwise_test::each_case({1, 2, 9}, {1, 5}, test);
  columnwise_test::each_case({64, 65}, {1}, test);
}

}  // namespace

TEST_CASE("Column functions through tiles give the bits of the CPU", "[columnwise]") {
  using namespace columnwise_test;
  const auto compare = [](const Case& c) {
    compare_blocks(c, functions_on_cpu(c), [&](const auto& how) {
      return by_functions<double, backend::Emulation, layout::LevelsContiguous>(c, how);
    });
  };
  each_size(compare);
}

TEST_CASE("Sums, marches and solves through tiles give the bits of the CPU", "[columnwise]") {
  using namespace columnwise_test;
  const auto compare = [](const Case& c) {
    compare_blocks(c, operations_on_cpu(c), [&](const auto& how) {
      return by_operations<double, backend::Emulation, layout::LevelsContiguous>(c, how);
    });
  };
  each_size(compare);
  each_case({9}, {5}, [&](Case c) {
    c.masked = true;
    compare(c);
  });
}

TEST_CASE("Sums and running values of four rows in a thread go through tiles, columns contiguous", "[columnwise]") {
  using namespace columnwise_test;
  using Across = layout::ColumnsContiguous;
  each_case({1, 3, 65, 300}, {3}, [](const Case& c) {
    if (c.kind == Kind::ring) return;
    const auto expected = by_folds<float, backend::Cpu, Across>(c, policy());
    const auto computed = by_folds<float, backend::Emulation, Across>(c, with(emulation::SharedMemory<4>{6, 2}));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", result " << i);
      CHECK(differing(computed[i], expected[i]) == 0);
    }
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
/// A value and the height above the lowest center.
struct AboveLowest {
  STENCIL_FUNCTION auto operator()(auto x) const {
    using namespace stencil;
    return results(x + heights(Center{}) - at_level(heights(Center{}), 0));
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
  // Gradient, divergence, above; a sum of the rows of a group, of the group before the last and of the last; a march;
  // before results.
  CHECK(x.mapping.barriers == 3 + (3 + 2) + 2 + 1);
  const Explanation in_one_half = explain(fields(u, v, out), columnwise(Wind{})(u, v), with(side_by_side));
  CHECK(in_one_half.mapping.arena_bytes == 16 * 16);
  CHECK(in_one_half.mapping.barriers == 2 * (3 + 5) + 3 + 1);
}

TEST_CASE("A level of the grid takes no tile and no barrier of an arena", "[columnwise][explain]") {
  using namespace stencil;
  const auto grid = ColumnGrid::uniform(7, 0.0, 1.0, 3);
  CenterField<float, backend::Emulation> u(grid), out(grid);
  u.fill([](double z) { return std::sin(9 * z); });
  const auto above_lowest = columnwise(AboveLowest{})(u);
  const Explanation x = explain(out, above_lowest, with(block));
  CHECK(x.mapping.arena_bytes == 0);
  CHECK(x.mapping.barriers == 1);  // before results
  assign(out, above_lowest, with(block));
  const auto given = u.to_host(), computed = out.to_host();
  const auto z = grid.z_centers(0);
  for (std::size_t k = 0; k < 7; ++k)
    CHECK(computed[k] == given[k] + static_cast<float>(z[k]) - static_cast<float>(z[0]));
}
