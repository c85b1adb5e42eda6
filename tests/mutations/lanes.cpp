// SPDX-License-Identifier: BSD-3-Clause
#include <stencil/core.hpp>
#include <stencil/cpu/cpu.hpp>
#include <stencil/emulation/emulation.hpp>
#include <stencil/ops/interpolation.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>

using namespace stencil;

TEST_CASE("Lanes see the mask of values that other lanes hold", "[mutations]") {
  const auto grid = ColumnGrid::uniform(20, 0.0, 20.0, 5);
  CenterField<double, backend::Emulation> x(grid);
  x.fill([](double z, std::size_t column) { return (static_cast<int>(z * 7) + static_cast<int>(column)) % 5 - 2; });
  const auto old = x.to_host();
  assign(x, 10.0 - x, with(emulation::Lanes<2>{}).where(InterpolateF2C()(InterpolateC2F()(x)) > 0.0));
  const auto now = x.to_host();
  for (int column = 0; column < 5; ++column) {
    const auto at = [&](const auto& values, int level) {
      return values[static_cast<std::size_t>(20 * column + (level < 0 ? 0 : level > 19 ? 19 : level))];
    };
    for (int level = 0; level < 20; ++level) {
      const double mean = (at(old, level - 1) + 2 * at(old, level) + at(old, level + 1)) / 4;
      CHECK(at(now, level) == (mean > 0 ? 10 - at(old, level) : at(old, level)));
    }
  }
}
