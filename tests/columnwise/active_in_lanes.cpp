// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/emulation/emulation.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>

#include "active.hpp"

using namespace active_test;

// Lanes without rows take part in every exchange and turn: a missing one hangs, as in a team of a whole and an empty
// column; a superfluous write races.
TEST_CASE("Lanes have the bits of each column's active levels cut out to a grid of its own", "[active]") {
  const auto as_cut = [](auto& cut) { cut.compute(with(emulation::Lanes<>{}), policy()); };
  const auto require = [&](int levels, std::size_t columns, bool per_column) {
    CHECK(first_difference<double, backend::Emulation, layout::LevelsContiguous>(levels, columns, per_column, as_cut) ==
          "");
  };
  require(3, 2, false);
  for (const int levels : {1, 2, 3, 9}) {
    for (const bool per_column : {false, true}) require(levels, 9, per_column);
  }
  require(64, 9, false);
  require(65, 9, true);
}

namespace {

/// What Physics gives in the active levels, by a strategy.
template <class Backend, class Strategy = DefaultStrategy>
std::vector<std::vector<double>> physics(int levels, const Strategy& strategy = {}) {
  constexpr std::size_t columns = 9;
  const auto grid = ColumnGrid::from_faces_per_column(rough_faces(levels, columns), columns);
  Fields<double, Backend, layout::LevelsContiguous> all(grid);
  support::scatter(all.x, 1);
  support::scatter(all.f, 2);
  support::scatter(all.s, 3);
  SurfaceField<int, Backend> first(grid), last(grid);
  first.fill([&](std::size_t c) { return cells_of(c, levels).first; });
  last.fill([&](std::size_t c) { return cells_of(c, levels).last; });
  assign(fields(all.a, all.b, all.integral, all.c, all.total, all.highest, all.level),
         columnwise(Physics{})(all.x, all.f, all.s), active_levels(first, last, strategy));
  const auto level = all.level.to_host();
  return {all.a.to_host(),     all.b.to_host(),       all.integral.to_host(),      all.c.to_host(),
          all.total.to_host(), all.highest.to_host(), {level.begin(), level.end()}};
}

}  // namespace

TEST_CASE("Blocks with tiles give the bits of the CPU in active levels", "[active]") {
  for (const int levels : {1, 2, 3, 9, 33}) {
    const auto expected = physics<backend::Cpu>(levels);
    CHECK(physics<backend::Emulation>(levels, emulation::SharedMemory<>{6, 2}) == expected);
  }
}
