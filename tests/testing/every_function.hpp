// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>
#include <stencil/testing.hpp>

#include <cmath>

namespace testing_kit {

/// Whether every function of the kit passes on operators of the library; scripts/tidy looks at what this instantiates,
/// without the macros of a test framework.
inline bool every_function_passes(const stencil::ColumnGrid& grid) {
  using namespace stencil;
  const auto error_on = [](int cells) {
    FaceField<double> x(ColumnGrid::uniform(cells, 0.0, 1.0));
    x.fill([](double z) { return std::sin(3 * z); });
    return testing::weighted_l2(CenterField<double>(InterpolateF2C()(x)), [](double z) { return std::sin(3 * z); });
  };
  const auto slope = GradientC2F(bottom(SetGradient(0.0)), top(SetGradient(0.0)));
  const auto laplacian = [&](const auto& y) { return DivergenceF2C()(slope(y)); };
  CenterField<double> x(grid);
  testing::scatter(x);
  const auto adjoint =
      testing::is_adjoint<Center>(slope, [](const auto& f) { return -1.0 * DivergenceF2C()(f); }, grid);
  const auto rows = testing::to_dense(InterpolateF2C(), grid);
  return testing::convergence_rate(error_on, {32, 64, 128}).is(2) && testing::conserves(DivergenceF2C(), grid) &&
         testing::conserves(laplacian(x), slope(x), grid) && testing::is_linear(InterpolateF2C(), grid) && adjoint &&
         testing::is_symmetric<Center>(laplacian, grid) && testing::preserves_constants(InterpolateF2C(), grid) &&
         testing::stays_in_bounds(x, -1, 1) && testing::weighted_l2(x) > 0 && rows.rows == grid.levels();
}

}  // namespace testing_kit
