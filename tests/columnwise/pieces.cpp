// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <vector>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <stencil/emulation/emulation.hpp>

#include "pieces.hpp"

namespace {

using namespace columnwise_test;

template <class T>
std::size_t differing_in_all(const Values<T>& computed, const Values<T>& expected) {
  REQUIRE(computed.size() == expected.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) count += differing(computed[i], expected[i]);
  return count;
}
/// The grids on which threads take pieces.
template <class Test>
void each_piece_case(const Test& test) {
  for (const int levels : {1, 2, 3, 8, 13}) {
    for (const std::size_t columns : {1UL, 5UL}) test(Case{levels, columns, Kind::alike});
    test(Case{levels, 5, Kind::per_column});
  }
}

struct Sum {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(q / column_sum(q)); }
};
struct Half {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(0.5 * q); }
};
struct Lowest {
  STENCIL_FUNCTION auto operator()(auto q) const { return results(q - at_level(q, 0)); }
};

}  // namespace

TEST_CASE("Threads that go along pieces of columns give the bits of the CPU", "[columnwise]") {
  each_piece_case([](const Case& c) {
    const auto expected = by_pieces<double, backend::Cpu>(c, false, policy());
    for (const int pieces : {1, 2, 3, 100}) {
      INFO(describe(c) << ", " << pieces << " pieces");
      const auto computed = by_pieces<double, backend::Emulation>(c, false, with(emulation::ColumnPieces{pieces}));
      CHECK(differing_in_all(computed, expected) == 0);
    }
    const auto in_place = by_pieces<double, backend::Emulation>(c, true, with(emulation::ColumnPieces{}));
    CHECK(differing_in_all(in_place, by_pieces<double, backend::Cpu>(c, true, policy())) == 0);
    const auto turned = turned_by_pieces<backend::Emulation>(c, with(emulation::ColumnPieces{}));
    CHECK(differing(turned, turned_by_pieces<backend::Cpu>(c, policy())) == 0);
  });
}

TEST_CASE("Threads that take pieces read single levels of fields, and find values per column once", "[columnwise]") {
  each_piece_case([](const Case& c) {
    const auto expected = over_ground<double, backend::Cpu>(c, false, policy());
    for (const int pieces : {1, 2, 4, 100}) {
      INFO(describe(c) << ", " << pieces << " pieces");
      const auto computed = over_ground<double, backend::Emulation>(c, false, with(emulation::ColumnPieces{pieces}));
      CHECK(differing_in_all(computed, expected) == 0);
    }
    const auto refused =
        Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring("fields that are not written"));
    CHECK_THROWS_MATCHES((over_ground<double, backend::Emulation>(c, true, with(emulation::ColumnPieces{}))), Error,
                         refused);
  });
  const auto grid = ColumnGrid::uniform(5, 0.0, 1.0, 3);
  CenterField<double, backend::Emulation, layout::ColumnsContiguous> q(grid), to(grid);
  CHECK_THROWS_MATCHES(assign(to, columnwise(Half{})(q), active_levels(1, 3, emulation::ColumnPieces{})), Error,
                       Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring("active levels")));
}

TEST_CASE("Columns are cut so that blocks are done soon and begin few pieces", "[columnwise]") {
  // 64 rows, three turns around a piece. Rounds as they count, times turns, of 1 to 5 pieces are 141, 138, 145, 136 and
  // 144 where 396 of 675 blocks run at once; of 3 to 6 pieces 53, 55, 51 and 55 of 1188.
  column_functions::Pieces pieces;
  pieces.lead = pieces.behind = 1;
  pieces.turns = 65;
  pieces.cut_for(675, 396);
  CHECK(pieces.number == 4);
  CHECK(pieces.rows == 16);
  pieces.cut_for(675, 1188);
  CHECK(pieces.number == 5);
  pieces.cut_for(6750, 396);
  CHECK(pieces.number == 1);
  pieces.turns = 2;
  pieces.cut_for(675, 396);
  CHECK(pieces.number == 1);
}

TEST_CASE("A piece that begins too late is noticed", "[columnwise]") {
  const Case c{13, 5, Kind::alike};
  const auto expected = by_pieces<double, backend::Cpu>(c, false, policy());
  const auto computed = by_pieces<double, backend::Emulation>(c, false, with(emulation::ColumnPieces{4, 0}));
  CHECK(differing_in_all(computed, expected) > 0);
}

TEST_CASE("A column has no more pieces than a device counts blocks, and no row is left over", "[columnwise]") {
  column_functions::Pieces pieces;
  pieces.turns = 1 << 24;
  const auto hold_all = [&] { return pieces.number <= 65'535 && pieces.number * pieces.rows >= pieces.turns; };
  pieces.cut(100'000);
  CHECK(hold_all());
  pieces.cut_for(1, 16 * 132);  // a small kernel, for one block of columns
  CHECK(hold_all());
  pieces.cut(3);
  CHECK(pieces.number == 3);
}

TEST_CASE("Threads that take pieces refuse what needs whole columns, masks, rings and other layouts", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(6, 0.0, 1.0, 3);
  CenterField<double, backend::Emulation, layout::ColumnsContiguous> a(grid), b(grid);
  CenterField<double, backend::Emulation> along(grid);
  SurfaceField<bool, backend::Emulation> land(grid);
  SurfaceField<double, backend::Emulation> lowest(grid);
  a.fill(1.0);
  along.fill(1.0);
  const auto how = with(emulation::ColumnPieces{});
  const auto refused = Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring("leave the strategy out"));
  CHECK_THROWS_MATCHES(assign(b, columnwise(Sum{})(a), how), Error, refused);
  CHECK_THROWS_MATCHES(assign(a, columnwise(Lowest{})(a), how), Error, refused);
  CHECK_THROWS_MATCHES(assign(along, columnwise(Half{})(along), how), Error, refused);
  CHECK_THROWS_MATCHES(assign(b, columnwise(Half{})(a), how.where(land)), Error, refused);
  CHECK_THROWS_MATCHES(assign(lowest, columnwise(Half{})(lowest), how), Error, refused);
  const auto ring = ColumnGrid::periodic(6, 0.0, 1.0, 3);
  CenterField<double, backend::Emulation, layout::ColumnsContiguous> around(ring);
  CHECK_THROWS_MATCHES(assign(around, columnwise(Half{})(around), how), Error, refused);
  CHECK(b.to_host() == std::vector<double>(18, 0.0));
}
