// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/grid.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cstddef>

using namespace stencil;

TEST_CASE("A grid has at most 2^24 levels", "[mutations]") {
  CHECK_THROWS_AS(ColumnGrid::uniform((1 << 24) + 1, 0.0, 1.0), GridError);
}

TEST_CASE("A grid of more values than memory has addresses for is none", "[mutations]") {
  CHECK_THROWS_AS(ColumnGrid::uniform(4, 0.0, 1.0, std::size_t{1} << 62U), GridError);
}

TEST_CASE("Faces of which 1 / dz is infinite make no grid", "[mutations]") {
  CHECK_THROWS_AS(ColumnGrid::from_faces(std::array{0.0, 1e-310, 1.0}), GridError);
}

TEST_CASE("Grids that begin at 0 and at -0 are the same", "[mutations]") {
  CHECK(ColumnGrid::from_faces(std::array{0.0, 1.0}) == ColumnGrid::from_faces(std::array{-0.0, 1.0}));
}
