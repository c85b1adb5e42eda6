// SPDX-License-Identifier: BSD-3-Clause
#include "devices.hpp"

#include <catch2/catch_test_macros.hpp>

#include "program.hpp"

namespace {

void require_none(const std::vector<std::string>& wrong) {
  for (const std::string& what : wrong) FAIL_CHECK("not so: " << what);
  SUCCEED();
}

}  // namespace

#define NEEDS_A_GPU \
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason)

TEST_CASE("A field belongs to the device that it was made on", "[cuda][devices]") {
  NEEDS_A_GPU;
  if (devices::count() < 2) SKIP("there is one GPU; this takes two");
  require_none(devices::wrong_on_two());
}

TEST_CASE("A field may go while a stream captures", "[cuda][devices]") {
  NEEDS_A_GPU;
  SECTION("one that waits for the legacy stream") { require_none(devices::wrong_while_capturing(true)); }
  SECTION("one that does not") { require_none(devices::wrong_while_capturing(false)); }
}

TEST_CASE("A thread gives back no memory that another one left while it waited", "[cuda][devices]") {
  NEEDS_A_GPU;
  require_none(devices::wrong_order_of_what_is_left());
}

TEST_CASE("An error of somebody else is neither taken for a launch's nor taken away", "[cuda][devices]") {
  NEEDS_A_GPU;
  require_none(devices::wrong_beside_an_error());
}

TEST_CASE("An error that was thrown is not left in the runtime", "[cuda][devices]") {
  NEEDS_A_GPU;
  require_none(devices::wrong_after_an_error());
}

TEST_CASE("A device says how many blocks of a kernel it runs at a time, without shared memory too", "[cuda][devices]") {
  NEEDS_A_GPU;
  require_none(devices::wrong_resident_blocks());
}
