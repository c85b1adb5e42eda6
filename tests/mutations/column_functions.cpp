// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/columnwise/function.hpp>
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace stencil;

namespace {

struct Exchange {
  STENCIL_FUNCTION auto operator()(auto a, auto b) const {
    const auto positive = a > 0.0;
    return results(b, a, positive + 0.5 * (a > b), positive);
  }
};

}  // namespace

TEST_CASE("A column function may exchange fields, and its conditions are 0 and 1", "[mutations]") {
  const auto grid = ColumnGrid::uniform(3, 0.0, 3.0, 64);
  CenterField<double, backend::Cpu, layout::ColumnsContiguous> a(grid), b(grid), number(grid), truth(grid);
  a.fill([](double z, std::size_t column) { return z + static_cast<double>(column) - 30; });
  b.fill([](double z) { return 2 * z; });
  const auto old_a = a, old_b = b;
  assign(fields(a, b, number, truth), columnwise(Exchange{})(a, b));
  for (int level = 0; level < 3; ++level) {
    for (const std::size_t column : {std::size_t{0}, std::size_t{29}, std::size_t{63}}) {
      const double x = old_a(level, column), y = old_b(level, column);
      CAPTURE(level, column, x, y);
      CHECK((a(level, column) == y && b(level, column) == x));
      CHECK(number(level, column) == (x > 0 ? 1.0 : 0.0) + (x > y ? 0.5 : 0.0));
      CHECK(truth(level, column) == (x > 0 ? 1.0 : 0.0));
    }
  }
}
