// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

#include "cuda/device.hpp"
#include "tests.hpp"

namespace fuzz::device {

std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

TEST_CASE("Random column functions give on a GPU what they give on the CPU") {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  REQUIRE(!tests().empty());
  for (const Test& test : tests()) {
    INFO(test.name);
    const Count count = test.compare();
    CHECK(count.compared > 0);
    CHECK(count.differ == 0);
  }
}

}  // namespace fuzz::device
