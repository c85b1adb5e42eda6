// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/ops/interpolation.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace stencil;

namespace {

double value(double z) { return static_cast<int>(z * 7) % 5 - 2; }

}  // namespace

TEST_CASE("A mask of operators is the mask of their values, of the destination's too", "[mutations]") {
  for (const auto& grid : {ColumnGrid::uniform(5, 0.0, 5.0, 3), ColumnGrid::periodic(5, 0.0, 5.0, 3),
                           ColumnGrid::uniform(21, 0.0, 21.0, 3), ColumnGrid::periodic(21, 0.0, 21.0, 3)}) {
    CenterField<double> x(grid), smooth(grid);
    x.fill(value);
    const CenterField<double> before(x);
    const auto mean = InterpolateF2C()(InterpolateC2F()(x));
    smooth = mean;
    assign(x, -1.0 - x, policy().where(mean > 0.0));
    for (int level = 0; level < grid.levels(); ++level)
      CHECK(x(level, 2) == (smooth(level, 2) > 0 ? -1 - before(level, 2) : before(level, 2)));
  }
}
