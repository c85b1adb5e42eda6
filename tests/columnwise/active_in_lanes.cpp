// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/emulation/emulation.hpp>

#include <catch2/catch_test_macros.hpp>

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
  for (const int levels : {1, 2, 3, 9, 64, 65}) {
    for (const bool per_column : {false, true}) require(levels, 9, per_column);
  }
}
