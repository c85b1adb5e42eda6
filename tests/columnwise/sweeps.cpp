// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cstddef>
#include <vector>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <stencil/emulation/emulation.hpp>

#include "ends_of_marches.hpp"
#include "marches_and_sums.hpp"
#include "sweeps.hpp"

namespace {

using namespace columnwise_test;

constexpr int whole_columns = 0;

/// That a policy gives the bits of the CPU.
template <class T, class Layout, class Function, class P>
void require_bits(const Case& c, const Function& function, const P& how) {
  const Values<T> computed = by_sweeps<T, backend::Emulation, Layout>(c, function, how);
  const Values<T> expected = by_sweeps<T, backend::Cpu, Layout>(c, function, policy());
  REQUIRE(computed.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(describe(c) << ", result " << i);
    CHECK(differing(computed[i], expected[i]) == 0);
  }
}
template <class T, class Layout, int Columns>
void check_sweeps(const Case& c, int rows) {
  INFO(rows << " rows of a tile");
  const auto how = with(emulation::ColumnPerThread<Columns>{rows});
  require_bits<T, Layout>(c, Falling{}, how);
  require_bits<T, Layout>(c, Rising{}, how);
}

/// The sum down to each level, which a sweep can carry out.
struct Above {
  STENCIL_FUNCTION auto operator()(auto q) const {
    return results(march(from_top, 0.0, [](auto& s, auto x) { return s += x; }, q));
  }
};
/// More results than one would write by hand; the later ones read the level above.
struct EighteenResults {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto s = march(from_bottom, 0.0, [](auto& sum, auto x) { return sum += x; }, q);
    return results(1.0 * s, 2.0 * s, 3.0 * s, 4.0 * s, 5.0 * s, 6.0 * s, 7.0 * s, 8.0 * s, 9.0 * s, 10.0 * above(s),
                   11.0 * above(s), 12.0 * above(s), 13.0 * above(s), 14.0 * above(s), 15.0 * above(s), 16.0 * above(s),
                   17.0 * above(s), 18.0 * above(s));
  }
};
/// A team whose tiles are whole columns.
struct SixteenColumns {
  static constexpr int columns = 16;
};
/// Marches both ways, which one thread cannot do in one sweep.
struct BothWays {
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto add = [](auto& s, auto x) { return s += x; };
    return results(march(from_top, 0.0, add, q) + march(from_bottom, 0.0, add, q));
  }
};
/// A solution, which is there from neither end on.
struct Drained {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(solve(band(-0.1 * q, 2.0 + q, -0.1 * q), q)); }
};

/// Counts the steps of a march, whose rows are used again when the column is known, and the calls after its last level.
struct Counted {
  std::atomic<int>* steps;
  std::atomic<int>* ends;
  STENCIL_FUNCTION auto operator()(auto q) const {
    const auto step = [to = steps](auto& s, auto x) {
      ++*to;
      return s += x;
    };
    const auto end = [to = ends](const auto& s) {
      ++*to;
      return s;
    };
    const auto [so_far, sum] = march(from_bottom, 0.0, step, at_end(end), q);
    return results(so_far / column_max(so_far), sum);
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
      check_sweeps<double, layout::LevelsContiguous, 2>(c, 5);
      check_sweeps<double, layout::LevelsContiguous, 2>(c, 32);
      check_sweeps<double, layout::LevelsContiguous, 2>(c, whole_columns);
      check_sweeps<float, layout::ColumnsContiguous, 4>(c, 3);
      check_sweeps<double, layout::ColumnsContiguous, 0>(c, 1);
      check_sweeps<float, layout::ColumnsContiguous, 0>({levels, columns, Kind::per_column}, 1);
      check_sweeps<double, layout::LevelsContiguous, 2>({levels, columns, Kind::per_column}, whole_columns);
    }
  }
}

TEST_CASE("Threads that sweep give the bits of the CPU in several passes, for sums and searches", "[columnwise]") {
  // Around the rows of a group, of a chunk, and of two of them.
  for (const int levels : {1, 2, 3, 4, 5, 7, 8, 13, 17, 66, 67, 124, 128, 129, 131, 133, 137, 200, 255}) {
    const Case c{levels, levels < 20 ? 5UL : 3UL, levels % 2 == 0 ? Kind::alike : Kind::per_column};
    const auto parts = with(emulation::ColumnPerThread<2>{5});
    const auto whole = with(emulation::ColumnPerThread<2>{whole_columns});
    const auto four = with(emulation::ColumnPerThread<>{3});
    require_bits<double, layout::LevelsContiguous>(c, InPasses<DirectionFromTop>{}, parts);
    require_bits<double, layout::LevelsContiguous>(c, InPasses<DirectionFromBottom>{}, whole);
    require_bits<float, layout::ColumnsContiguous>(c, InPasses<DirectionFromTop>{}, four);
    require_bits<double, layout::ColumnsContiguous>(c, InPasses<DirectionFromBottom>{}, four);
    const auto without_tiles = with(emulation::ColumnPerThread<0>{});
    require_bits<double, layout::ColumnsContiguous>(c, InPasses<DirectionFromTop>{}, without_tiles);
    require_bits<float, layout::LevelsContiguous>(c, InPasses<DirectionFromBottom>{}, without_tiles);
    require_bits<double, layout::LevelsContiguous>(c, SumsAlone{}, parts);
    require_bits<double, layout::ColumnsContiguous>(c, SumsAlone{}, without_tiles);
  }
}

TEST_CASE("Lanes give the bits of the CPU's marches beside sums and searches", "[columnwise]") {
  for (const int levels : {1, 2, 8, 13}) {
    const Case c{levels, 5, Kind::alike};
    const auto lanes = with(emulation::Lanes<2>{});
    const auto capped = with(emulation::CappedLanes<4>{});
    require_bits<double, layout::LevelsContiguous>(c, MarchesAndSums<DirectionFromTop>{}, lanes);
    require_bits<float, layout::ColumnsContiguous>(c, MarchesAndSums<DirectionFromBottom>{}, capped);
    require_bits<double, layout::LevelsContiguous>(c, MarchOfLargeState{}, capped);
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
      const auto threads = with(emulation::ColumnPerThread<2>{5});
      require_ends<DirectionFromTop>(c, by_ends<DirectionFromTop, backend::Emulation, Levels>(c, threads));
    }
  }
}

TEST_CASE("Threads that sweep give each of eighteen results its rows", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(13, 0.0, 13.0, 3);
  CenterField<double, backend::Emulation> q(grid);
  q.fill([](double z, std::size_t column) { return z + static_cast<double>(column); });
  std::vector<CenterField<double, backend::Emulation>> r(18, CenterField<double, backend::Emulation>(grid));
  const auto sums = columnwise(EighteenResults{})(q);
  assign(fields(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11], r[12], r[13], r[14], r[15],
                r[16], r[17]),
         sums, with(emulation::ColumnPerThread<2>{5}));
  for (std::size_t i = 0; i < r.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = 0;
      for (int k = 0; k < 13; ++k) {
        sum += q(k, c);
        const double expected = static_cast<double>(i + 1) * (i < 9 || k == 12 ? sum : sum + q(k + 1, c));
        INFO("result " << i << ", level " << k << ", column " << c);
        CHECK(r[i](k, c) == expected);
      }
    }
  }
}

TEST_CASE("Steps are carried out once in each row and the function of at_end once in each column", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(9, 0.0, 9.0, 6);
  CenterField<double, backend::Emulation> q(grid), share(grid);
  SurfaceField<double, backend::Emulation> sum(grid);
  q.fill([](double z, std::size_t column) { return z + static_cast<double>(column); });
  const auto count = [&](const auto& how) {
    std::atomic<int> steps = 0, ends = 0;
    assign(fields(share, sum), columnwise(Counted{&steps, &ends})(q), how);
    for (std::size_t c = 0; c < 6; ++c) {
      CHECK(sum(c) == 40.5 + 9 * static_cast<double>(c));
      CHECK(share(8, c) == 1);
      CHECK(share(0, c) == q(0, c) / sum(c));
    }
    CHECK(steps.load() == 9 * 6);
    CHECK(ends.load() == 6);
  };
  count(with(emulation::Lanes<2>{}));
  count(with(emulation::SharedMemory<>{6, 2, false}));
  count(with(emulation::ColumnPerThread<>{}));
  count(with(emulation::ColumnPerThread<0>{}));
}

TEST_CASE("Whole columns of millions of levels take more bytes of tiles than an int counts", "[columnwise]") {
  column_functions::SweptFields fields;
  fields.read_bytes = 5 * 8;
  fields.whole_pitch = 6'710'887;
  CHECK(fields.bytes<SixteenColumns>() == std::size_t{4'294'967'680});  // 2^32 + 384
}

TEST_CASE("Functions that a sweep cannot carry out are refused", "[columnwise]") {
  const auto how = with(emulation::ColumnPerThread<>{});
  const auto refused = Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring("all in one direction"));
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 3);
  CenterField<double, backend::Emulation> q(grid), to(grid);
  q = 2.0;
  to = 7.0;
  CHECK_THROWS_MATCHES(assign(to, columnwise(BothWays{})(q), how), Error, refused);
  CHECK_THROWS_MATCHES(assign(to, columnwise(Drained{})(q), how), Error, refused);
  CHECK_THROWS_MATCHES(assign(to, columnwise(Twice{})(q), how), Error, refused);  // nothing goes along columns
  const auto in_levels = active_levels(1, 3, emulation::ColumnPerThread<>{});
  CHECK_THROWS_MATCHES(assign(to, columnwise(Above{})(q), in_levels), Error, refused);
  CHECK_THROWS_MATCHES(assign(to, columnwise(Above{})(q), how.where(q > 1.0)), Error, refused);
  CHECK(to(4, 2) == 7.0);
}
