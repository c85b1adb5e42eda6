// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cstddef>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <stencil/emulation/emulation.hpp>

#include "ends_of_marches.hpp"
#include "sweeps.hpp"

namespace {

using namespace columnwise_test;

constexpr int whole_columns = 0;

template <class T, class Layout, int Columns, bool Ahead>
void check_sweeps(const Case& c, int rows) {
  const auto how = with(emulation::ColumnPerThread<Columns, Ahead>{rows});
  const auto compare = [&](const Values<T>& computed, const Values<T>& expected) {
    REQUIRE(computed.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(describe(c) << ", " << rows << " rows of a tile, result " << i);
      CHECK(differing(computed[i], expected[i]) == 0);
    }
  };
  compare(by_sweeps<T, backend::Emulation, Layout>(c, Falling{}, how),
          by_sweeps<T, backend::Cpu, Layout>(c, Falling{}, policy()));
  compare(by_sweeps<T, backend::Emulation, Layout>(c, Rising{}, how),
          by_sweeps<T, backend::Cpu, Layout>(c, Rising{}, policy()));
}

/// The sum down to each level, which a sweep can carry out.
struct Above {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, 0.0, [](auto& s, auto x) { return s += x; }, q));
  }
};
/// Marches both ways, which one thread cannot do in one sweep.
struct BothWays {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto add = [](auto& s, auto x) { return s += x; };
    return results(march(from_top, 0.0, add, q) + march(from_bottom, 0.0, add, q));
  }
};
/// A march whose sum per column is needed at all levels.
struct ShareOfSum {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(q / march_state(from_top, 0.0, [](auto& s, auto x) { s += x; }, q));
  }
};

/// A solution, which is there from neither end on.
struct Drained {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(solve(band(-0.1 * q, 2.0 + q, -0.1 * q), q)); }
};

/// Counts the calls after the last level.
struct CountedEnd {
  std::atomic<int>* calls;
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto end = [to = calls](const auto& s) {
      ++*to;
      return s;
    };
    return results(march(from_bottom, 0.0, [](auto& s, auto x) { s += x; }, at_end(end), q));
  }
};

struct Twice {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(q + q); }
};

}  // namespace

TEST_CASE("Threads that sweep along a column each give the bits of the CPU's marches", "[columnwise]") {
  for (const int levels : {1, 2, 3, 8, 13}) {
    for (const std::size_t columns : {1UL, 4UL, 9UL}) {
      const Case c{levels, columns, Kind::alike};
      check_sweeps<double, layout::LevelsContiguous, 2, false>(c, 5);
      check_sweeps<double, layout::LevelsContiguous, 2, false>(c, 32);
      check_sweeps<double, layout::LevelsContiguous, 2, false>(c, whole_columns);
      check_sweeps<float, layout::ColumnsContiguous, 4, true>(c, 3);
      check_sweeps<double, layout::LevelsContiguous, 2, false>({levels, columns, Kind::per_column}, whole_columns);
    }
  }
}

TEST_CASE("Lanes give what a function makes of the state after the last level", "[columnwise]") {
  using Levels = layout::LevelsContiguous;
  for (const int levels : {1, 2, 9, 40}) {
    for (const Kind kind : {Kind::alike, Kind::per_column}) {
      const Case c{levels, 5, kind};
      require_ends_both_ways<backend::Emulation, Levels>(c, with(emulation::Lanes<2>{}));
      const auto block = with(emulation::SharedMemory<>{6, 2, false});
      require_ends<DirectionFromBottom>(c, by_ends<DirectionFromBottom, backend::Emulation, Levels>(c, block));
      const auto threads = with(emulation::ColumnPerThread<2, false>{5});
      require_ends<DirectionFromTop>(c, by_ends<DirectionFromTop, backend::Emulation, Levels>(c, threads));
    }
  }
}

TEST_CASE("The function of at_end is called once in each column", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(9, 0.0, 9.0, 6);
  CenterField<double, backend::Emulation> q(grid);
  SurfaceField<double, backend::Emulation> sum(grid);
  q.fill([](double z, std::size_t column) { return z + static_cast<double>(column); });
  const auto count = [&](const auto& how) {
    std::atomic<int> calls = 0;
    assign(sum, columnwise(CountedEnd{&calls})(q), how);
    for (std::size_t c = 0; c < 6; ++c) CHECK(sum(c) == 40.5 + 9 * static_cast<double>(c));
    return calls.load();
  };
  CHECK(count(with(emulation::Lanes<2>{})) == 6);
  CHECK(count(with(emulation::SharedMemory<>{6, 2, false})) == 6);
  CHECK(count(with(emulation::ColumnPerThread<>{})) == 6);
}

TEST_CASE("Functions that a sweep cannot carry out are refused", "[columnwise]") {
  const auto how = with(emulation::ColumnPerThread<>{});
  const auto refused = Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring("all in one direction"));
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 3);
  CenterField<double, backend::Emulation> q(grid), to(grid);
  q = 2.0;
  to = 7.0;
  CHECK_THROWS_MATCHES(assign(to, columnwise(BothWays{})(q), how), Error, refused);
  CHECK_THROWS_MATCHES(assign(to, columnwise(ShareOfSum{})(q), how), Error, refused);
  CHECK_THROWS_MATCHES(assign(to, columnwise(Drained{})(q), how), Error, refused);
  CHECK_THROWS_MATCHES(assign(to, columnwise(Twice{})(q), how), Error, refused);  // nothing marches
  const auto in_levels = active_levels(1, 3, emulation::ColumnPerThread<>{});
  CHECK_THROWS_MATCHES(assign(to, columnwise(Above{})(q), in_levels), Error, refused);
  CHECK_THROWS_MATCHES(assign(to, columnwise(Above{})(q), how.where(q > 1.0)), Error, refused);
  CHECK(to(4, 2) == 7.0);
}
