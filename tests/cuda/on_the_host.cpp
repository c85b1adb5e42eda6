// SPDX-License-Identifier: BSD-3-Clause
#include "on_the_host.hpp"

#include <catch2/catch_test_macros.hpp>

TEST_CASE("What nvcc compiles for the CPU has the bits of what the host's compiler makes of it", "[cuda]") {
  CHECK(on_the_host::computed_by_nvcc() == on_the_host::computed());
}
