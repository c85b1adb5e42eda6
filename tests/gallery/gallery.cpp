// SPDX-License-Identifier: BSD-3-Clause
#include "gallery/gallery.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "cuda/device.hpp"

namespace {

void check(example::Outcome (*run)()) {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
  for (const example::Check& number : run().checks) {
    CAPTURE(number.what, number.value, number.least, number.most);
    CHECK(number.holds());
  }
}

}  // namespace

TEST_CASE("examples/advection_diffusion is right on a GPU", "[cuda]") { check(advection_diffusion::run_on_cuda); }
TEST_CASE("examples/ekman is right on a GPU", "[cuda]") { check(ekman::run_on_cuda); }
TEST_CASE("examples/heat is right on a GPU", "[cuda]") { check(heat::run_on_cuda); }
TEST_CASE("examples/hydrostatic is right on a GPU", "[cuda]") { check(hydrostatic::run_on_cuda); }
TEST_CASE("examples/wave is right on a GPU", "[cuda]") { check(wave::run_on_cuda); }
