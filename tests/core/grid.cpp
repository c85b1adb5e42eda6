// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/grid.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "support/strided_view.hpp"

using namespace stencil;

namespace {

using Heights = std::vector<double>;

Heights heights_of(std::span<const double> values) { return {values.begin(), values.end()}; }

}  // namespace

TEST_CASE("A uniform grid has equal cells", "[grid]") {
  const auto grid = ColumnGrid::uniform(4, -1.0, 1.0, 7);
  REQUIRE(grid.levels() == 4);
  REQUIRE(grid.columns() == 7);
  REQUIRE_FALSE(grid.periodic());
  REQUIRE_FALSE(grid.heights_per_column());
  REQUIRE(grid.size(Center{}) == 4);
  REQUIRE(grid.size(Face{}) == 5);
  REQUIRE(heights_of(grid.z_faces()) == Heights{-1, -0.5, 0, 0.5, 1});
  REQUIRE(heights_of(grid.z_centers()) == Heights{-0.75, -0.25, 0.25, 0.75});
  REQUIRE(heights_of(grid.dz_centers()) == Heights{0.5, 0.5, 0.5, 0.5});
  REQUIRE(heights_of(grid.dz_faces()) == Heights{0.5, 0.5, 0.5, 0.5, 0.5});
  REQUIRE(heights_of(grid.z_faces(6)) == heights_of(grid.z_faces(0)));
}

TEST_CASE("The cells of a uniform grid are equal to the last bit and end at the top", "[grid]") {
  const auto grid = ColumnGrid::uniform(64, 0.0, 30e3);
  for (const double dz : grid.dz_centers()) REQUIRE(dz == 30e3 / 64);
  for (const double dz : grid.dz_faces()) REQUIRE(dz == 30e3 / 64);
  const auto tenths = ColumnGrid::uniform(10, 0.0, 0.1);
  for (const double dz : tenths.dz_faces()) REQUIRE(dz == tenths.dz_faces()[0]);
  REQUIRE(tenths.z_faces().back() == 0.1);
}

TEST_CASE("At an end face dz is twice the distance to the nearest center", "[grid]") {
  const auto grid = ColumnGrid::from_faces(Heights{0, 1, 4, 5, 8});
  REQUIRE(heights_of(grid.z_centers()) == Heights{0.5, 2.5, 4.5, 6.5});
  REQUIRE(heights_of(grid.dz_centers()) == Heights{1, 3, 1, 3});
  REQUIRE(heights_of(grid.dz_faces()) == Heights{1, 2, 2, 2, 3});
}

TEST_CASE("Heights may be given in braces, and a pointer with a size in braces is a span", "[grid]") {
  const Heights faces{0, 1, 4, 5, 8};
  const auto grid = ColumnGrid::from_faces({0, 1, 4, 5, 8}, 3);
  CHECK(grid == ColumnGrid::from_faces(faces, 3));
  CHECK(grid == ColumnGrid::from_faces({faces.data(), faces.size()}, 3));
  CHECK(ColumnGrid::from_faces({0.0, 0.5}).columns() == 1);
  REQUIRE_THROWS_AS(ColumnGrid::from_faces({1.0}), GridError);
  REQUIRE_THROWS_AS(ColumnGrid::from_faces({}), GridError);
}

TEST_CASE("One cell is a grid", "[grid]") {
  const auto grid = ColumnGrid::uniform(1, 0.0, 2.0);
  REQUIRE(heights_of(grid.z_centers()) == Heights{1});
  REQUIRE(heights_of(grid.dz_faces()) == Heights{2, 2});
}

TEST_CASE("A stretched grid starts with the cell asked for and grows by one factor", "[grid]") {
  for (const double dz_bottom : {10.0, 100.0 / 3, 80.0}) {  // growing, equal and shrinking cells
    const auto grid = ColumnGrid::stretched(30, 5.0, 1005.0, dz_bottom, 2);
    const auto dz = grid.dz_centers();
    REQUIRE(grid.z_faces().front() == 5.0);
    REQUIRE(grid.z_faces().back() == 1005.0);
    REQUIRE_THAT(dz[0], Catch::Matchers::WithinRel(dz_bottom, 1e-12));
    for (std::size_t i = 1; i + 1 < dz.size(); ++i)
      REQUIRE_THAT(dz[i + 1] / dz[i], Catch::Matchers::WithinRel(dz[1] / dz[0], 1e-9));
  }
  REQUIRE(ColumnGrid::stretched(1, 0.0, 3.0, 1.0).dz_centers()[0] == 3.0);
}

TEST_CASE("On a periodic grid the end faces are one face", "[grid]") {
  const auto grid = ColumnGrid::periodic(8, -2.0, 2.0, 3);
  REQUIRE(grid.periodic());
  REQUIRE(grid.size(Face{}) == 9);
  REQUIRE(heights_of(grid.dz_faces()) == Heights(9, 0.5));
  REQUIRE(grid.z_faces().back() == 2.0);
}

TEST_CASE("A grid may have face heights of its own in each column", "[grid]") {
  const Heights faces{0, 1, 3, 10, 14, 15};
  const auto grid = ColumnGrid::from_faces_per_column(faces, 2);
  REQUIRE(grid.heights_per_column());
  REQUIRE(grid.levels() == 2);
  REQUIRE(grid.columns() == 2);
  REQUIRE(heights_of(grid.z_faces(0)) == Heights{0, 1, 3});
  REQUIRE(heights_of(grid.z_faces(1)) == Heights{10, 14, 15});
  REQUIRE(heights_of(grid.z_centers(1)) == Heights{12, 14.5});
  REQUIRE(heights_of(grid.dz_centers(1)) == Heights{4, 1});
  REQUIRE(heights_of(grid.dz_faces(1)) == Heights{4, 2.5, 1});
}

TEST_CASE("Face heights may come from a view with strides", "[grid]") {
  // The same heights as above, faces outer and columns inner, with a gap.
  const Heights memory{0, 10, -1, 1, 14, -1, 3, 15, -1};
  const support::StridedView<const double> view(memory.data(), {2, 3}, {1, 3});
  const auto grid = ColumnGrid::from_faces_per_column(view);
  REQUIRE(grid == ColumnGrid::from_faces_per_column(Heights{0, 1, 3, 10, 14, 15}, 2));
}

TEST_CASE("Grids are equal when shape, kind and heights are", "[grid]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 3);
  REQUIRE(grid == ColumnGrid::uniform(4, 0.0, 1.0, 3));
  REQUIRE(grid == ColumnGrid::from_faces(Heights{0, 0.25, 0.5, 0.75, 1}, 3));
  const auto copy = grid;
  REQUIRE(copy == grid);
  REQUIRE_FALSE(grid == ColumnGrid::uniform(4, 0.0, 1.0, 4));
  REQUIRE_FALSE(grid == ColumnGrid::uniform(5, 0.0, 1.0, 3));
  REQUIRE_FALSE(grid == ColumnGrid::uniform(4, 0.0, std::nextafter(1.0, 2.0), 3));
  REQUIRE_FALSE(grid == ColumnGrid::periodic(4, 0.0, 1.0, 3));
  const Heights twice{0, 0.25, 0.5, 0.75, 1, 0, 0.25, 0.5, 0.75, 1};
  REQUIRE_FALSE(ColumnGrid::uniform(4, 0.0, 1.0, 2) == ColumnGrid::from_faces_per_column(twice, 2));
}

TEST_CASE("Grids of equal heights have equal spacings, however they were made", "[grid]") {
  for (const auto& even : {ColumnGrid::uniform(10, 0.0, 1.0), ColumnGrid::uniform(30, -1e3, 1e3 / 3, 2),
                           ColumnGrid::uniform(1, 0.1, 0.3)}) {
    const auto again = ColumnGrid::from_faces(even.z_faces(), even.columns());
    REQUIRE(again == even);
    CHECK(heights_of(again.dz_centers()) == heights_of(even.dz_centers()));
    CHECK(heights_of(again.dz_faces()) == heights_of(even.dz_faces()));
  }
  // One face elsewhere, and spacings are the differences of heights.
  Heights faces = heights_of(ColumnGrid::uniform(10, 0.0, 1.0).z_faces());
  faces[4] = std::nextafter(faces[4], 1);
  const auto other = ColumnGrid::from_faces(faces);
  for (std::size_t k = 0; k < 10; ++k) CHECK(other.dz_centers()[k] == faces[k + 1] - faces[k]);
}

TEST_CASE("A grid with another number of columns has the same heights and kind", "[grid]") {
  const auto even = ColumnGrid::uniform(3, 0.0, 0.7, 5);
  REQUIRE(even.with_columns(2) == ColumnGrid::uniform(3, 0.0, 0.7, 2));
  REQUIRE(even.with_columns(2).dz_centers()[1] == even.dz_centers()[1]);
  REQUIRE(ColumnGrid::periodic(4, 0.0, 1.0).with_columns(9) == ColumnGrid::periodic(4, 0.0, 1.0, 9));
  REQUIRE_THROWS_AS(even.with_columns(0), GridError);
  const std::vector<double> own{0, 1, 0, 2};
  REQUIRE_THROWS_AS(ColumnGrid::from_faces_per_column(own, 2).with_columns(1), GridError);
}

TEST_CASE("A copy of a grid keeps the data alive", "[grid]") {
  auto copy = ColumnGrid::uniform(1, 0.0, 1.0);
  {
    const auto grid = ColumnGrid::uniform(6, 0.0, 3.0, 2);
    copy = grid;
  }
  REQUIRE(heights_of(copy.dz_centers(1)) == Heights(6, 0.5));
}

TEST_CASE("A grid that was moved from is still there", "[grid]") {
  ColumnGrid grid = ColumnGrid::uniform(4, -1.0, 1.0, 7);
  const ColumnGrid moved = std::move(grid);
  CHECK(grid.levels() == 4);  // NOLINT(bugprone-use-after-move): a move is a copy
  CHECK(grid == moved);
  grid = ColumnGrid::uniform(3, 0.0, 1.0);
  CHECK(moved.columns() == 7);
}

TEST_CASE("A height of 0 is that of -0", "[grid]") {
  REQUIRE(ColumnGrid::from_faces(Heights{0.0, 1, 2}) == ColumnGrid::from_faces(Heights{-0.0, 1, 2}));
  REQUIRE(ColumnGrid::uniform(2, -1.0, 1.0) == ColumnGrid::from_faces(Heights{-1, -0.0, 1}));
  REQUIRE(ColumnGrid::from_faces(Heights{0.0, 1, 2}) != ColumnGrid::from_faces(Heights{0.0, 1, 3}));
}
