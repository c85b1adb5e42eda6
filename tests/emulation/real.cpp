// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <stencil/emulation/emulation.hpp>

#include "real/all.hpp"

// Beside the CPU, which the programs in tests/real hold against loops.
TEST_CASE("Lanes that exchange rows give what the CPU gives for real models", "[real]") {
  using namespace real_models;
  for (const int levels : {1, 2, 9, 40}) {
    const auto grid = ColumnGrid::uniform(levels, 0.0, 18e3, 3);
    std::vector<Values> expected;
    const auto on_cpu = on<backend::Cpu, layout::LevelsContiguous>(grid);
    const auto on_lanes = on<backend::Emulation, layout::LevelsContiguous>(grid, with(emulation::Lanes<2>{}));
    const auto keep = [&](const char*, const Values& values) { expected.push_back(values); };
    each_kind(on_cpu, keep);
    each_of_clouds(on_cpu, keep);
    std::size_t next = 0;
    const auto check = [&](const char* name, const Values& values) {
      INFO(name << ", " << levels << " levels");
      CHECK(distance(values, expected[next++]) <= 1e-11);
    };
    each_kind(on_lanes, check);
    each_of_clouds(on_lanes, check);
  }
}
