// SPDX-License-Identifier: BSD-3-Clause
#include "real.hpp"

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

#include "program.hpp"

namespace {

using namespace real_models;

/// Where this is only looked at, nothing is instantiated for the CPU: tests/real has that.
template <class Layout, class OnDevice>
void require_what_the_cpu_gives([[maybe_unused]] const OnDevice& on_device) {
  if (const std::string reason = program::no_device(); !reason.empty()) SKIP("there is no GPU to run on: " << reason);
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
  for (const int levels : {1, 2, 9, 40, 64, 71, 137}) {
    // A trapezoid of the pressure over more than some kilometres has no solution.
    const auto grid = ColumnGrid::uniform(levels, 0.0, std::min(18e3, 1e3 * levels), 37);
    const Named computed = on_device(grid);
    std::size_t next = 0;
    const auto check = [&](const char* name, const Values& values) {
      INFO(name << ", " << levels << " levels");
      REQUIRE(next < computed.size());
      CHECK(distance(computed[next++].second, values) <= 1e-11);
    };
    const auto on_cpu = on<backend::Cpu, Layout>(grid);
    each_kind(on_cpu, check);
    each_march(on_cpu, check);
  }
#endif
}

}  // namespace

// Powers and exponentials of the device differ from those of the host in their last digits.
TEST_CASE("Real models on CUDA give what the CPU gives, levels contiguous", "[cuda][real]") {
  require_what_the_cpu_gives<layout::LevelsContiguous>(levels_on_device);
}
#if !defined(STENCIL_TEST_ONLY_LOOKED_AT)
TEST_CASE("Real models on CUDA give what the CPU gives, columns contiguous", "[cuda][real]") {
  require_what_the_cpu_gives<layout::ColumnsContiguous>(columns_on_device);
}
#endif
