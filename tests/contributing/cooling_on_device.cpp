// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <string>

#include "contributing/cooling_column.hpp"
#include "cuda/device.hpp"

TEST_CASE("An operator and a condition from outside the library give the bits of the CPU on a GPU", "[cuda]") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  for (const int levels : {1, 2, 3, 33, 64, 200}) {
    const user::CoolingCase c{levels, 7};
    const auto expected = user::cool<stencil::backend::Cpu>(c, stencil::policy());
    CAPTURE(levels);
    REQUIRE(user::cool_on_device(c) == expected);
    REQUIRE(user::cool_in_shared_memory(c) == expected);
  }
}
