// SPDX-License-Identifier: BSD-3-Clause
#include "operators.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>

#include "support/every_operator.hpp"

using program::How;

namespace {

template <How how>
void require_bits_of_the_cpu() {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  const bool few = std::getenv("STENCIL_TEST_FEW") != nullptr;
  for (const int levels : few ? std::vector{1, 4, 33} : std::vector{1, 2, 3, 4, 5, 7, 33, 200}) {
    for (const bool ring : {false, true}) {
      const program::Case c{levels, 5, ring};
      const auto grid = every_operator::grid_of(levels, c.columns, ring);
      using Types = program::OperatorsOnDevice<how>;
      CAPTURE(levels, ring);
      REQUIRE(program::wide_on_device<how>(c) ==
              every_operator::wide<stencil::backend::Cpu, typename Types::Wide>(grid, stencil::policy()));
      REQUIRE(program::narrow_on_device<how>(c) ==
              every_operator::narrow<stencil::backend::Cpu, typename Types::Narrow>(grid, stencil::policy()));
    }
  }
}

}  // namespace

TEST_CASE("Every operator gives the bits of the CPU in registers", "[cuda]") {
  require_bits_of_the_cpu<How::registers>();
}
TEST_CASE("Every operator gives the bits of the CPU through shared memory", "[cuda]") {
  require_bits_of_the_cpu<How::shared>();
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("Every operator gives the bits of the CPU by pointwise recomputation", "[cuda]") {
  require_bits_of_the_cpu<How::pointwise>();
}
#endif
