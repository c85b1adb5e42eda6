// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/emulation/emulation.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <utility>
#include <vector>

#include "changed_heights.hpp"
#include "remap_program.hpp"

using namespace heights_test;

TEST_CASE("Heights set by several threads are those that lanes read next", "[heights]") {
  CHECK(first_difference<double, backend::Emulation, layout::LevelsContiguous>(with(emulation::Lanes<>{})) == "");
}

TEST_CASE("Lanes read heights that were set in single precision too", "[heights]") {
  const auto results = []<class Backend>(Backend, const auto& how) {
    const auto grid = ColumnGrid::uniform(33, 0.0, 1.0, columns).with_changing_heights();
    FaceField<float, Backend> z(grid), x(grid), slope(grid);
    const std::vector<double> faces = rough_faces(33, 1);
    z.from_host(std::vector<float>(faces.begin(), faces.end()));
    support::scatter(x, 5);
    const auto formula = GradientC2F()(GradientF2C()(x)) + heights<float>(Face{});
    assign(slope, formula, how);  // so that there are copies of the heights to change
    set_heights<Backend>(grid, z);
    assign(slope, formula, how);
    return slope.to_host();
  };
  CHECK(results(backend::Emulation{}, with(emulation::Lanes<>{})) == results(backend::Cpu{}, policy()));
}

TEST_CASE("Remaps and running means by several threads have the bits of one, in columns of any length",
          "[heights][remap]") {
  const auto require = []<class Layout, class T>(Layout, T, int from, int to, std::size_t of_columns) {
    INFO(from << " to " << to << " levels");
    CHECK(remaps::first_difference(remaps::results<backend::Emulation, Layout, T>(from, to, of_columns),
                                   remaps::results<backend::Cpu, Layout, T>(from, to, of_columns)) == "");
  };
  for (const auto& [from, to] : {std::pair{1, 1}, {1, 4}, {2, 1}, {3, 2}, {5, 33}, {65, 40}}) {
    require(layout::LevelsContiguous{}, double{}, from, to, 19);
    require(layout::ColumnsContiguous{}, float{}, from, to, 19);
  }
  require(layout::LevelsContiguous{}, float{}, 300, 137, 2);
  require(layout::ColumnsContiguous{}, double{}, 2100, 300, 2);  // more than the arena holds
}
