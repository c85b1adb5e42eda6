// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stencil/stencil.hpp>

#include <cstddef>
#include <vector>

#include "contributing/exchange_flux_c2f.hpp"

/// A model with an operator and a condition of its own, one source for all backends.
namespace user {

struct CoolingCase {
  int levels;
  std::size_t columns;
};

/// Temperatures after three steps between a ground whose value varies from column to column and air above; then the
/// last fluxes.
template <class Backend, class How>
std::vector<double> cool(const CoolingCase& c, const How& how) {
  const auto grid = ColumnGrid::stretched(c.levels, 0.0, 10.0, 7.0 / c.levels, c.columns);
  CenterField<double, Backend> temperature(grid);
  FaceField<double, Backend> diffusivity(grid), flux(grid);
  SurfaceField<double, Backend> ground(grid);
  temperature.fill([](double z, std::size_t column) { return 280 + z / 8 + static_cast<double>(column % 3); });
  diffusivity.fill([](double z) { return 0.5 + z / 16; });
  ground.fill([](std::size_t column) { return 275 + static_cast<double>(column % 5); });
  const auto through = DiffusiveFluxC2F(0.25, bottom(SetExchange(0.125, ground)), top(SetExchange(0.5, 270.0)));
  for (int step = 0; step < 3; ++step)
    assign(temperature, temperature - 0.001 * DivergenceF2C()(through(diffusivity, temperature)), how);
  assign(flux, through(diffusivity, temperature), how);
  auto all = temperature.to_host();
  for (const double x : flux.to_host()) all.push_back(x);
  return all;
}

/// The same on the current CUDA device, by its default strategy and by shared memory; defined in a .cu file.
std::vector<double> cool_on_device(const CoolingCase& c);
std::vector<double> cool_in_shared_memory(const CoolingCase& c);

}  // namespace user
