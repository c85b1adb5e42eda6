// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/emulation/emulation.hpp>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <utility>

#include "at_heights_program.hpp"

using namespace stencil;

namespace {
template <class Layout, class T>
void require_bits(int from, int to, std::size_t columns) {
  INFO(from << " to " << to << " levels, " << columns << " columns");
  CHECK(remaps::first_difference(at_heights::results<backend::Emulation, Layout, T, double>(from, to, columns),
                                 at_heights::results<backend::Cpu, Layout, T, double>(from, to, columns)) == "");
}
}  // namespace

// With the levels contiguous the CPU takes 32 levels at a time, with the columns contiguous 32 columns.
TEST_CASE("at_height at levels by several threads has the bits of one", "[at_heights]") {
  for (const auto& [from, to] : {std::pair{1, 1}, {1, 4}, {2, 1}, {3, 2}, {5, 33}, {65, 40}, {64, 63}}) {
    require_bits<layout::LevelsContiguous, double>(from, to, 5);
    require_bits<layout::ColumnsContiguous, float>(from, to, 35);
  }
  require_bits<layout::LevelsContiguous, double>(300, 1000, 2);
}

TEST_CASE("at_height at levels has the same bits in both layouts", "[at_heights]") {
  const auto in = [](auto layout) {
    return at_heights::results<backend::Cpu, decltype(layout), double, double>(65, 64, 35);
  };
  CHECK(remaps::first_difference(in(layout::LevelsContiguous{}), in(layout::ColumnsContiguous{})) == "");
}
