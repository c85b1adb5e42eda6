// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <stencil/core.hpp>

/// What heights that change and columns of which a part is active cost on a backend.
namespace changing_grids {

using namespace stencil;

/// Diffusion with a solve: k in, x in, a result.
struct Diffused {
  STENCIL_FUNCTION auto operator()(auto k, auto x) const {
    const auto step = [&](auto y) { return DivergenceF2C(no_flux)(k * GradientC2F()(y)); };
    return results(solve(identity() - 0.1 * jacobian(step, x), x));
  }
};

inline double scattered(std::size_t i) {
  std::uint64_t h = (i + 1) * 0x9E3779B97F4A7C15ULL;
  h ^= h >> 31U;
  return static_cast<double>((h * 0xBF58476D1CE4E5B9ULL) >> 40U) / static_cast<double>(1U << 24U);
}

/// `seconds(call)`: the time of a call.
template <class T, class Backend, class Layout, class Seconds>
void measure(int levels, std::size_t columns, const Seconds& seconds) {
  using Centers = CenterField<T, Backend, Layout>;
  const auto grid = ColumnGrid::uniform(levels, 0.0, 1.0, columns);
  const double array = static_cast<double>(sizeof(T)) * levels * static_cast<double>(columns);
  {
    Centers x(grid), y(grid), z(grid);
    FaceField<T, Backend, Layout> k(grid);
    SurfaceField<int, Backend, Layout> none(grid), floor(grid), beach(grid), all(grid);
    x.fill([](double h, std::size_t c) { return static_cast<T>(0.3 + 0.2 * h + 1e-7 * static_cast<double>(c % 97)); });
    k.fill([](double) { return T(1e-4); });
    all.fill([&](std::size_t) { return levels - 1; });
    floor.fill([&](std::size_t c) { return static_cast<int>(scattered(c) * levels); });
    beach.fill([&](std::size_t c) { return static_cast<int>(scattered(c / 64) * levels); });  // of 64 neighbours alike
    const double triad = seconds([&] { z = x + T(0.5) * y; }) / 3;
    std::printf("%-18s float%d %4d x %zu: triad %.0f GB/s; in arrays of its time\n", Layout::name,
                8 * static_cast<int>(sizeof(T)), levels, columns, 1e-9 * array / triad);
    const auto report = [&](const char* name, const auto& assign_with) {
      std::printf(
          "  %-22s whole columns %.2f, all levels active %.2f, half of them, a floor for each column %.2f, for 64 "
          "%.2f\n",
          name, seconds([&] { assign_with(policy()); }) / triad,
          seconds([&] { assign_with(active_levels(none, all)); }) / triad,
          seconds([&] { assign_with(active_levels(floor, all)); }) / triad,
          seconds([&] { assign_with(active_levels(beach, all)); }) / triad);
      std::fflush(stdout);
    };
    report("divergence of flux",
           [&](const auto& how) { assign(z, DivergenceF2C(no_flux)(k * GradientC2F()(x)), how); });
    report("the same with a solve", [&](const auto& how) { assign(z, columnwise(Diffused{})(k, x), how); });

    const auto moving = grid.with_changing_heights();
    Centers thickness(moving);
    FaceField<T, Backend, Layout> heights_of(moving);
    SurfaceField<T, Backend, Layout> eta(moving);
    heights_of = heights<T>(Face{});
    thickness = spacing<T>(Center{});
    std::printf("  set_heights of a field %.1f", seconds([&] { set_heights(moving, heights_of); }) / triad);
    std::printf(", of an expression %.1f",
                seconds([&] { set_heights(moving, heights(Face{}) + eta * (1.0 - heights(Face{}))); }) / triad);
    std::printf(", set_thickness %.1f\n", seconds([&] { set_thickness(moving, thickness, bottom(0.0)); }) / triad);
  }
  const auto target = ColumnGrid::stretched(levels, 0.0, 1.0, 0.7 / levels, columns);
  std::vector<Centers> from, to;
  for (int i = 0; i < 4; ++i) {
    from.emplace_back(grid);
    to.emplace_back(target);
    from.back().fill([](double h) { return static_cast<T>(h); });
  }
  const double triad = seconds([&] { from[2] = from[0] + T(0.5) * from[1]; }) / 3;
  const auto report = [&](const char* name, auto scheme) {
    const auto remapped = remap(grid, target, scheme);
    std::printf(
        "  remap, %-11s one field %.1f, four alone %.1f, four together %.1f\n", name,
        seconds([&] { to[0] = remapped(from[0]); }) / triad, seconds([&] {
                                                               for (std::size_t i = 0; i < 4; ++i)
                                                                 to[i] = remapped(from[i]);
                                                             }) / triad,
        seconds([&] { fields(to[0], to[1], to[2], to[3]) = remapped(from[0], from[1], from[2], from[3]); }) / triad);
  };
  report("first order", FirstOrderRemap{});
  report("PPM", PPM{});
}

}  // namespace changing_grids
