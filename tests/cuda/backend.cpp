// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <stencil/stencil.hpp>
#include <string>

#include "program.hpp"

TEST_CASE("The CUDA backend gives the bits of the CPU backend", "[cuda]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  for (const int levels : {1, 2, 3, 20, 33, 64, 1000, 4097}) {
    for (const std::size_t columns : {1, 3, 33}) {
      for (const bool ring : {false, true}) {
        const program::Case c{levels, columns, ring};
        const auto expected = program::run<stencil::backend::Cpu, stencil::layout::LevelsContiguous, double>(c);
        for (const auto order : {program::Order::levels, program::Order::columns}) {
          const auto computed = program::run_on_device<double>(c, order);
          REQUIRE(computed.size() == expected.size());
          INFO(levels << " levels, " << columns << " columns, ring " << ring);
          CHECK(std::memcmp(computed.data(), expected.data(), expected.size() * sizeof(double)) == 0);
        }
      }
    }
  }
}
