// SPDX-License-Identifier: BSD-3-Clause
#include "support/every_operator.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <stencil/emulation/emulation.hpp>

using namespace stencil;

namespace {

/// `results(backend, policy, grid)` in a thread block and in lanes, against the CPU backend's vectors.
template <class Results>
void require_bits_of_the_cpu(const Results& results) {
  for (const int levels : {1, 2, 3, 4, 5, 7, 33}) {
    for (const bool ring : {false, true}) {
      const auto grid = every_operator::grid_of(levels, 5, ring);
      const auto expected = results(backend::Cpu{}, policy(), grid);
      CAPTURE(levels, ring);
      REQUIRE(results(backend::Emulation{}, with(emulation::Block<>{}), grid) == expected);
      REQUIRE(results(backend::Emulation{}, with(emulation::Lanes<2>{}), grid) == expected);
    }
  }
}

}  // namespace

TEST_CASE("Wide operators and those with parameters give the same bits in a thread block and in lanes", "[emulation]") {
  require_bits_of_the_cpu([](auto backend, const auto& how, const ColumnGrid& grid) {
    return every_operator::wide<decltype(backend), double>(grid, how);
  });
}
TEST_CASE("All other operators give the same bits in a thread block and in lanes, columns contiguous", "[emulation]") {
  require_bits_of_the_cpu([](auto backend, const auto& how, const ColumnGrid& grid) {
    return every_operator::narrow<decltype(backend), float, layout::ColumnsContiguous>(grid, how);
  });
}
