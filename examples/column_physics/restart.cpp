// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstddef>

#include <stencil/netcdf.hpp>

#include "common/user_error.hpp"
#include "model.hpp"
#include "options.hpp"

namespace column_physics {

void write_state(const std::string& file, State<backend::Cpu>& state) {
  state.apply([&](const auto&... fields) { netcdf::write_restart(file, state.steps * dt, fields...); });
}

State<backend::Cpu> read_state(const std::string& file) {
  const ColumnGrid grid = netcdf::Input(file).grid();
  const ColumnGrid own = grid_of(static_cast<std::size_t>(grid.columns()));
  if (grid.levels() != own.levels() || grid.z_faces().back() != own.z_faces().back()) {
    throw example::UserError(file + ": has " + std::to_string(grid.levels()) + " cells up to " +
                             std::to_string(std::lround(grid.z_faces().back())) + " m, this model " +
                             std::to_string(cells) + " up to " + std::to_string(std::lround(depth)) +
                             " m; give a file that --save wrote");
  }
  State<backend::Cpu> state(own);
  const double time = state.apply([&](auto&... fields) { return netcdf::read_restart(file, fields...); });
  state.steps = static_cast<int>(std::lround(time / dt));
  return state;
}

}  // namespace column_physics
