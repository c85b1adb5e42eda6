// SPDX-License-Identifier: BSD-3-Clause
#include "at_heights.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

#include "program.hpp"

namespace {

template <class Layout, class T, class Z>
void require_bits() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  const auto require = [](int from, int to, std::size_t columns) {
    INFO(from << " to " << to << " levels, " << columns << " columns");
    CHECK(remaps::first_difference(at_heights::results_on_device<Layout, T, Z>(from, to, columns),
                                   at_heights::results<stencil::backend::Cpu, Layout, T, Z>(from, to, columns)) == "");
  };
  const bool few = std::getenv("STENCIL_TEST_FEW") != nullptr;  // under a sanitizer every launch takes long
  const std::size_t columns = few ? 3 : 70;
  for (const auto& [from, to] : {std::pair{1, 1}, {1, 4}, {2, 1}, {3, 2}, {5, 33}, {65, 40}, {64, 63}})
    require(from, to, columns);
  if (few) return;
  require(1000, 300, 5);
  require(64, 64, 5000);
}

}  // namespace

TEST_CASE("at_height at levels on a GPU has the bits of the CPU backend, levels contiguous", "[cuda][at_heights]") {
  require_bits<stencil::layout::LevelsContiguous, double, double>();
}
TEST_CASE("at_height at levels on a GPU has the bits of the CPU backend, columns contiguous", "[cuda][at_heights]") {
  require_bits<stencil::layout::ColumnsContiguous, float, double>();
}
