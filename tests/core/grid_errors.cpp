// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/grid.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <limits>
#include <type_traits>
#include <vector>

#include "support/strided_view.hpp"

using namespace stencil;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

using Heights = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

auto says(const char* text) { return MessageMatches(ContainsSubstring(text)); }

}  // namespace

TEST_CASE("Heights in messages have the digits that tell them apart", "[grid][errors]") {
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0.0, 2e-8, 1e-8}), GridError,
                         says("face 2 of column 0 is at 1e-08 m after a face at 2e-08 m"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0.0, 100.0 + 0x1p-46, 100.0}), GridError,
                         says("at 100 m after a face at 100.00000000000001 m"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::stretched(3, 0.0, 1e-7, 2e-7), GridError, says("dz_bottom = 2e-07 m"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0.0, not_a_number}), GridError, says("nan m"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(4, 0.0, infinity), GridError, says("at inf m after a face at 0 m"));
}

TEST_CASE("A grid needs at least one level", "[grid][errors]") {
  for (const int levels : {0, -1, -1000}) {
    REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(levels, 0.0, 1.0), GridError, says("at least one level"));
    REQUIRE_THROWS_MATCHES(ColumnGrid::periodic(levels, 0.0, 1.0), GridError, says("at least one level"));
    REQUIRE_THROWS_MATCHES(ColumnGrid::stretched(levels, 0.0, 1.0, 0.1), GridError, says("at least one level"));
  }
  REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(-3, 0.0, 1.0), GridError, says("stencil: ") && says("-3"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{}), GridError, says("at least one level"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{1.0}), GridError, says("at least one level"));
  REQUIRE_THROWS_AS(ColumnGrid::from_faces_per_column(Heights{1.0, 2.0}, 2), GridError);
  REQUIRE_THROWS_AS(ColumnGrid::from_faces_per_column(Heights{}, 2), GridError);
  const double memory[] = {1.0, 2.0};
  REQUIRE_THROWS_AS(ColumnGrid::from_faces_per_column(support::StridedView<const double>(memory, {2, 1}, {1, 1})),
                    GridError);
}

TEST_CASE("A grid needs at least one column", "[grid][errors]") {
  REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(4, 0.0, 1.0, 0), GridError, says("at least one column"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::periodic(4, 0.0, 1.0, 0), GridError, says("at least one column"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::stretched(4, 0.0, 1.0, 0.1, 0), GridError, says("at least one column"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0, 1}, 0), GridError, says("at least one column"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces_per_column(Heights{0, 1}, 0), GridError, says("at least one column"));
  const double memory[] = {1.0, 2.0};
  REQUIRE_THROWS_AS(ColumnGrid::from_faces_per_column(support::StridedView<const double>(memory, {0, 2}, {2, 1})),
                    GridError);
}

TEST_CASE("Face heights must increase strictly", "[grid][errors]") {
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0, 1, 1, 2}), GridError,
                         says("strictly increasing") && says("face 2 of column 0"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0, 2, 1}), GridError, says("face 2 of column 0"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0, -10, -30}), GridError,
                         says("face 1 of column 0 is at -10 m after a face at 0 m; give them from the bottom"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces_per_column(Heights{0, 1, 2, 0, 1, 0.5}, 2), GridError,
                         says("face 2 of column 1"));
  REQUIRE_THROWS_AS(ColumnGrid::uniform(4, 1.0, 1.0), GridError);
  REQUIRE_THROWS_AS(ColumnGrid::uniform(4, 1.0, 0.0), GridError);
  REQUIRE_THROWS_AS(ColumnGrid::periodic(4, 1.0, 0.0), GridError);
  REQUIRE_THROWS_AS(ColumnGrid::stretched(4, 1.0, 0.0, 0.1), GridError);
}

TEST_CASE("Cells thinner than the rounding of their height are refused", "[grid][errors]") {
  REQUIRE_THROWS_AS(ColumnGrid::uniform(1000, 1.0, 1.0 + 1e-14), GridError);
}

TEST_CASE("Face heights must be finite", "[grid][errors]") {
  for (const double bad : {not_a_number, infinity, -infinity}) {
    REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0, bad, 2}), GridError, says("finite"));
    REQUIRE_THROWS_AS(ColumnGrid::from_faces(Heights{bad, 1, 2}), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::from_faces(Heights{0, 1, bad}), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::uniform(4, bad, 1.0), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::uniform(4, 0.0, bad), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::periodic(4, 0.0, bad), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::stretched(4, 0.0, bad, 0.1), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::stretched(4, bad, 1.0, 0.1), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::stretched(4, 0.0, 1.0, bad), GridError);
  }
}

TEST_CASE("Spacings and their inverses must be finite", "[grid][errors]") {
  constexpr double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{-most, most}), GridError, says("far apart"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{-0.9 * most, 0, 0.9 * most}), GridError, says("far apart"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0.7 * most, most}), GridError, says("far apart"));
  REQUIRE_THROWS_AS(ColumnGrid::uniform(4, -most, most), GridError);
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces(Heights{0, least, 1}), GridError, says("1 / dz"));
  REQUIRE_THROWS_AS(ColumnGrid::uniform(2, 0.0, 4 * least), GridError);
}

TEST_CASE("The lowest cell of a stretched grid must leave room for the others", "[grid][errors]") {
  REQUIRE_THROWS_MATCHES(ColumnGrid::stretched(4, 0.0, 1.0, 1.0), GridError, says("smaller than the depth"));
  REQUIRE_THROWS_AS(ColumnGrid::stretched(4, 0.0, 1.0, 2.0), GridError);
  REQUIRE_THROWS_AS(ColumnGrid::stretched(4, 0.0, 1.0, 0.0), GridError);
  REQUIRE_THROWS_AS(ColumnGrid::stretched(4, 0.0, 1.0, -0.1), GridError);
}

TEST_CASE("Heights that do not divide into the columns are refused", "[grid][errors]") {
  REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces_per_column(Heights{0, 1, 2, 3, 4}, 2), GridError,
                         says("5 heights") && says("2 columns"));
}

TEST_CASE("Asking for a column that is not there names it", "[grid][errors]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 1.0, 3);
  REQUIRE_THROWS_MATCHES(grid.z_faces(3), ShapeError, says("column 3") && says("3 columns"));
  REQUIRE_THROWS_AS(grid.dz_centers(100), ShapeError);
}

TEST_CASE("Every error of the library is a stencil::Error and a std::runtime_error", "[errors]") {
  REQUIRE_THROWS_AS(ColumnGrid::uniform(0, 0.0, 1.0), Error);
  REQUIRE_THROWS_AS(ColumnGrid::uniform(0, 0.0, 1.0), std::runtime_error);
  REQUIRE_THROWS_AS(ColumnGrid::uniform(1, 0.0, 1.0).z_faces(1), std::runtime_error);
}

TEST_CASE("A grid of more values than memory has addresses for is refused", "[grid][errors]") {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t columns : {most, most / 2 + 1, most / 4 + 1, (most >> 5U) + 2, most / 1024}) {
    CAPTURE(columns);
    REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(4, 0.0, 1.0, columns), GridError, says("more values than memory"));
    REQUIRE_THROWS_AS(ColumnGrid::periodic(4, 0.0, 1.0, columns), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::stretched(4, 0.0, 1.0, 0.1, columns), GridError);
    REQUIRE_THROWS_AS(ColumnGrid::from_faces(Heights{0, 1, 2}, columns), GridError);
    const double memory[] = {1.0, 2.0};
    const support::StridedView<const double> view(memory, {columns, 4}, {0, 1});
    REQUIRE_THROWS_MATCHES(ColumnGrid::from_faces_per_column(view), GridError, says("more values than memory"));
  }
  REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(4, 0.0, 1.0, most), GridError, says("18446744073709551615 columns"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(4, 0.0, 1.0, -1), GridError, says("at least one column"));
  REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(4, 0.0, 1.0, 1).with_columns(-2L), GridError, says("at least one column"));
}

TEST_CASE("A column of more levels than kernels count is refused", "[grid][errors]") {
  for (const int levels : {std::numeric_limits<int>::max(), ColumnGrid::most_levels + 1}) {
    REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(levels, 0.0, 1.0), GridError, says("at most 16777216 levels"));
    REQUIRE_THROWS_MATCHES(ColumnGrid::stretched(levels, 0.0, 1.0, 1e-12), GridError, says("at most 16777216 levels"));
    REQUIRE_THROWS_AS(ColumnGrid::periodic(levels, 0.0, 1.0), GridError);
  }
}

TEST_CASE("A number of levels that an int has no room for is refused, not cut", "[grid][errors]") {
  constexpr long long beyond = (1LL << 32) + 4;
  REQUIRE_THROWS_MATCHES(ColumnGrid::uniform(beyond, 0.0, 1.0), GridError, says("at most 16777216 levels"));
  REQUIRE_THROWS_AS(ColumnGrid::periodic(-beyond + 8, 0.0, 1.0), GridError);
  REQUIRE_THROWS_AS(ColumnGrid::stretched(static_cast<std::size_t>(beyond), 0.0, 1.0, 1e-3), GridError);
  REQUIRE(ColumnGrid::uniform(std::size_t{4}, 0.0, 1.0, 3L) == ColumnGrid::uniform(4, 0.0, 1.0, 3));
  REQUIRE(ColumnGrid::uniform(std::integral_constant<int, 4>{}, 0.0, 1.0).levels() == 4);
  enum Count : unsigned char { three = 3 };
  REQUIRE(ColumnGrid::uniform(three, 0.0, 1.0, three) == ColumnGrid::uniform(3, 0.0, 1.0, 3));
}
