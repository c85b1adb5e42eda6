// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include <vector>

#include <stencil/kokkos.hpp>

#include "real/all.hpp"

// Beside the CPU, which the programs in tests/real hold against loops.
TEST_CASE("Execution spaces give what the CPU gives for real models", "[kokkos][real]") {
  using namespace real_models;
  using Across = layout::ColumnsContiguous;
  for (const int levels : {1, 9, 40}) {
    const auto grid = ColumnGrid::uniform(levels, 0.0, 18e3, 37);
    std::vector<Values> expected;
    const auto keep = [&](const char*, const Values& values) { expected.push_back(values); };
    const auto on_cpu = on<backend::Cpu, Across>(grid);
    each_kind(on_cpu, keep);
    each_of_clouds(on_cpu, keep);
    std::size_t next = 0;
    const auto check = [&](const char* name, const Values& values) {
      INFO(name << ", " << levels << " levels");
      REQUIRE(next < expected.size());
      CHECK(distance(values, expected[next++]) <= 1e-11);
    };
    const auto in_space = on<backend::Kokkos<>, Across>(grid);
    each_kind(in_space, check);
    each_of_clouds(in_space, check);
    CHECK(next == expected.size());
  }
}
