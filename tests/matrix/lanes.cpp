// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_template_test_macros.hpp>

#include <stencil/emulation/emulation.hpp>

#include "support/numbers.hpp"
#include "systems.hpp"

using namespace stencil;

namespace {

template <class T, class Location, int Held, class Row = BandRow<T, -2, 2>>
void require_solved_by_lanes(int levels, int lanes) {
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, 3);
  Field<Row, Location, backend::Emulation> rows(grid);
  Field<T, Location, backend::Emulation> x(grid), b(grid);
  systems::fill_dominant(rows, 0.5);
  support::scatter(b, 3);
  x = b;
  assign(x, solve(rows, x), with(emulation::Lanes<Held>{lanes}));
  INFO(levels << " levels, " << Held << " rows in each of " << lanes << " lanes, " << Location::name);
  CHECK(systems::residual(rows, x, b) <= 20);
}

}  // namespace

TEMPLATE_TEST_CASE("Lanes solve a column together by cyclic reduction", "[solve]", double, float) {
  for (const int levels : {1, 2, 3, 4, 5, 8, 15, 16, 17, 33}) {
    require_solved_by_lanes<TestType, Center, 2>(levels, 5);
    require_solved_by_lanes<TestType, Center, 4>(levels, 9);
    require_solved_by_lanes<TestType, Face, 4>(levels, 4);
    require_solved_by_lanes<TestType, Center, 4, BandRow<TestType, -4, 2>>(levels, 4);
    require_solved_by_lanes<TestType, Face, 4, BandRow<TestType, -4, 4>>(levels, 4);
  }
}
