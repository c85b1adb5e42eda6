// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/emulation/emulation.hpp>

#include <catch2/catch_test_macros.hpp>

#include "active.hpp"

using namespace active_test;

// Lanes without rows take part in every exchange and turn: a missing one would hang, a superfluous write would race.
TEST_CASE("Lanes have the bits of each column's active levels cut out to a grid of its own", "[active]") {
  const auto as_cut = [](auto& cut) { cut.compute(with(emulation::Lanes<>{}), policy()); };
  for (const int levels : {1, 2, 3, 9, 64, 65}) {
    for (const bool per_column : {false, true})
      CHECK(first_difference<double, backend::Emulation, layout::LevelsContiguous>(levels, 9, per_column, as_cut) ==
            "");
  }
}
