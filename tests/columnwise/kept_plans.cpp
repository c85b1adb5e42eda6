// SPDX-License-Identifier: BSD-3-Clause
// Column functions that do not do the same in every assignment, although their type is the same: how they are carried
// out row by row is kept from one assignment to the next, and found out again where it changes. Built with
// STENCIL_CPU_ROWS=3, so that they go row by row with columns contiguous and by strips with levels contiguous.
#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <utility>

#include "rows.hpp"

namespace {

using namespace stencil;
using rows_test::Fields, rows_test::require_alike;

/// Carries out what a variable elsewhere says. Ways 0 to 3 have the same operations on other values, 4 has more.
struct Ways {
  static constexpr int count = 5;
  const int* way;
  STENCIL_FUNCTION auto operator()(auto q, auto s, auto flux) const {
    const auto steep = exp(q) * s, flat = s / (2.0 + q);
    const auto lowest = column_min(s), above_ground = at_level(s, 0);
    auto chosen = steep;
    auto at_ground = lowest;
    auto result = above(flat) - q;
    if (*way == 1) chosen = flat;
    if (*way == 2) at_ground = above_ground;
    if (*way == 3) result = flat;
    if (*way == 4) result = result + InterpolateF2C()(cumulative_integral(steep, top(0.0)));
    const auto slope = GradientC2F(bottom(SetGradient(at_ground)), top(SetGradient(0.0)))(q);
    return results(chosen * column_sum(chosen) + InterpolateF2C()(slope), result * flux);
  }
};

TEST_CASE("kept plans: a function that does something else than in the last assignment") {
  int way = 0;
  const auto function = columnwise(Ways{&way});
  for (const auto& [levels, columns] : {std::pair{20, 1UL}, {21, 13UL}, {20, 13UL}, {1, 9UL}, {20, 1UL}}) {
    for (int i = 0; i < 2 * Ways::count; ++i) {
      way = 3 * i % Ways::count;
      CAPTURE(way);
      const auto assign = [&](auto& f) { fields(f.x, f.y) = function(f.q, f.s, f.flux); };
      require_alike<double>(assign, levels, columns);
      require_alike<float>(assign, levels, columns);
    }
  }
}

/// Writes its second result in the first pass, and reads all that it is given in the second.
struct Shares {
  STENCIL_FUNCTION auto operator()(auto q, auto s) const { return results(q * column_sum(s), 2.0 * s); }
};

TEST_CASE(
    "kept plans: the same function of other values and fields is carried out by the plan of its first assignment") {
  const auto grid = ColumnGrid::uniform(23, 0.0, 1.0, 19);
  using Centers = CenterField<double, backend::Cpu, layout::ColumnsContiguous>;
  Centers q(grid), s(grid), x(grid), y(grid);
  const auto found = [&](auto&... to) {
    const long before = cpu::plans_found;
    fields(to...) = columnwise(Shares{})(q, s);
    return cpu::plans_found > before;
  };
  CHECK_FALSE(found(x, y));
  CHECK(found(x, y));
  s = 2.0;
  CHECK(found(y, x));
  CHECK_FALSE(found(q, y));
}

TEST_CASE("kept plans: a destination that is an operand in every second assignment") {
  for (const std::size_t columns : {3UL, 8UL, 19UL}) {
    for (int i = 0; i < 4; ++i) {
      const auto assign = [&](auto& f) { fields(f.x, i % 2 == 0 ? f.y : f.q) = columnwise(Shares{})(f.q, f.s); };
      require_alike<double>(assign, 20, columns);
    }
  }
}

}  // namespace
