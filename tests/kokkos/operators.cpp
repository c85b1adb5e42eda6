// SPDX-License-Identifier: BSD-3-Clause
#include "support/every_operator.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <stencil/kokkos.hpp>

using namespace stencil;

TEST_CASE("Wide operators and those with parameters give the bits of the CPU, in vectors and through team scratch",
          "[kokkos]") {
  using Backend = backend::Kokkos<>;
  for (const int levels : {1, 2, 3, 4, 5, 7, 33, 200}) {
    for (const bool ring : {false, true}) {
      const auto grid = every_operator::grid_of(levels, 5, ring);
      const auto expected = every_operator::wide<backend::Cpu, double>(grid, policy());
      CAPTURE(levels, ring);
      REQUIRE(every_operator::wide<Backend, double>(grid, policy()) == expected);
      // Teams of three columns, of which the last has two.
      const kokkos::TeamScratch<> strategy{.columns = 3, .threads = 3};
      REQUIRE(every_operator::wide<Backend, double>(grid, with(strategy)) == expected);
    }
  }
}
