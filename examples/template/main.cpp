// SPDX-License-Identifier: BSD-3-Clause
// The daily temperature wave in the soil, whose amplitude decreases with depth. Returns 1 if it does not as in theory.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include <stencil/stencil.hpp>

using namespace stencil;

int main() {
  const double diffusivity = 5e-7;  // [m2/s]
  const double day = 86400.0, frequency = 2 * std::numbers::pi / day;
  const double scale = std::sqrt(2 * diffusivity / frequency);  // the depth at which the amplitude is 1/e [m]

  // 1.2 m of soil. The surface is the top, at height 0, where the cells are thinnest.
  const auto grid = ColumnGrid::uniform(60, -1.2, 0.0);
  CenterField<double> temperature(grid, "temperature"), largest(grid, "largest");  // deviations from the mean [K]
  temperature.fill([&](double z) { return std::exp(z / scale) * std::sin(z / scale); });

  // No heat comes from below; the surface follows the sun.
  const auto warming = [&](double time, auto& rate) {
    const auto gradient = GradientC2F(bottom(SetGradient(0.0)), top(SetValue(std::sin(frequency * time))));
    rate = DivergenceF2C()(diffusivity * gradient(temperature));
  };

  SSPRK33 step(temperature);
  const double dt = 400.0;
  std::printf("diffusion number %.2f\n", diffusion_number(diffusivity + 0.0 * temperature, dt));
  double time = 0.0;
  while (time < 3 * day) {
    step(time, dt, warming);
    time += dt;
    if (time > 2 * day) largest = max(largest, temperature);
  }

  std::puts("depth [m]  largest [K]  in theory");
  double off = 0.0;
  for (int level = grid.levels() - 1; level >= 0; --level) {
    const double depth = -grid.z_centers()[static_cast<std::size_t>(level)];
    const double theory = std::exp(-depth / scale), found = largest(level, 0);
    off = std::max(off, std::abs(found - theory));
    if (level % 10 == 9) std::printf("%9.2f  %11.4f  %9.4f\n", depth, found, theory);
  }
  std::printf("largest difference %.4f K\n", off);
  return off < 0.002 ? 0 : 1;
}
