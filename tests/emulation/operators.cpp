// SPDX-License-Identifier: BSD-3-Clause
#include "support/every_operator.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <stencil/emulation/emulation.hpp>

using namespace stencil;

// The others, which read only their neighbours, are in the expressions of tests/fuzz.
TEST_CASE("Wide operators and those with parameters give the same bits in a thread block and in lanes", "[emulation]") {
  for (const int levels : {1, 2, 3, 4, 5, 7, 33}) {
    for (const bool ring : {false, true}) {
      const auto grid = every_operator::grid_of(levels, 5, ring);
      const auto block = every_operator::wide<backend::Emulation, double>(grid, with(emulation::Block<>{}));
      const auto lanes = every_operator::wide<backend::Emulation, double>(grid, with(emulation::Lanes<2>{}));
      const auto vectors = every_operator::wide<backend::Cpu, double>(grid, policy());
      CAPTURE(levels, ring);
      REQUIRE(block == vectors);
      REQUIRE(lanes == vectors);
    }
  }
}
