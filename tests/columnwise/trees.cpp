// SPDX-License-Identifier: BSD-3-Clause
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>

#include "trees.hpp"

namespace {
using namespace columnwise_test;

template <class T, class Layout>
void require_steps(const Case& c) {
  const auto got = by_whole_trees<T, backend::Cpu, Layout>(c, policy());
  const auto want = by_steps<T>(c);
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    CAPTURE(i, describe(c));
    CHECK(apart(got[i], want[i]) == 0);
  }
}
}  // namespace

TEST_CASE("Expressions of solves, sums and running values are those of an assignment for each operation",
          "[columnwise]") {
  each_case({1, 2, 17}, {1, 9}, [](const Case& c) {
    require_steps<double, layout::LevelsContiguous>(c);
    require_steps<double, layout::ColumnsContiguous>(c);
  });
  require_steps<float, layout::LevelsContiguous>({64, 5, Kind::per_column});
}

TEST_CASE("explain and check_values take expressions of solves and sums as column functions", "[columnwise]") {
  const auto grid = ColumnGrid::uniform(4, 0.0, 4.0, 3);
  CenterField<double> q(grid, "q"), a(grid, "a"), b(grid, "b");
  q.fill([](double z) { return z; });
  CHECK(explain(a, q - column_integral(q)).mapping.strategy == "column function");
  CHECK(explain(into(a, q - column_integral(q)), into(b, 2.0 * q)).mapping.strategy == "column function");
  CHECK(explain(a, solve(band(0.0, 2.0 + q, 0.0), q)).mapping.strategy == "solve");
  CHECK_FALSE(draw(a, q - column_integral(q)).dot().empty());
  assign(a, q / column_integral(q), check_values);
  CHECK(a(1, 2) == 1.5 / 8.0);
  REQUIRE_THROWS_AS(assign(a, q / column_integral(0.0 * q), check_values), ValueError);
}
