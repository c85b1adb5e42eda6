// SPDX-License-Identifier: BSD-3-Clause
#include "operators.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <string>

#include "support/every_operator.hpp"

using program::How;

namespace {

template <How how>
void require_bits_of_the_cpu() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  for (const int levels : {1, 2, 3, 4, 5, 7, 33, 200}) {
    for (const bool ring : {false, true}) {
      const program::Case c{levels, 5, ring};
      const auto expected = every_operator::results<stencil::backend::Cpu, double>(
          every_operator::grid_of(levels, c.columns, ring), stencil::policy());
      const auto computed = program::operators_on_device<how>(c);
      CAPTURE(levels, ring);
      REQUIRE(computed == expected);
    }
  }
}

}  // namespace

TEST_CASE("Wide operators and those with parameters give the bits of the CPU in registers", "[cuda]") {
  require_bits_of_the_cpu<How::registers>();
}
TEST_CASE("Wide operators and those with parameters give the bits of the CPU through shared memory", "[cuda]") {
  require_bits_of_the_cpu<How::shared>();
}
