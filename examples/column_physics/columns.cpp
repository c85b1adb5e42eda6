// SPDX-License-Identifier: BSD-3-Clause
#include "columns.hpp"

#include <cmath>
#include <cstdio>

#include <stencil/netcdf.hpp>

#include "common/user_error.hpp"
#include "model.hpp"
#include "options.hpp"

namespace column_physics {

SurfaceField<double> Columns::field(const std::vector<double>& values) const {
  SurfaceField<double> result(ColumnGrid::uniform(1, 0.0, 1.0, here_));
  result.from_host(values);
  return result;
}

Spread Columns::spread(const std::vector<double>& values) const {
  const auto x = field(values);
  return {global_sum(x) / static_cast<double>(all_), global_min(x), global_max(x)};
}

std::vector<double> Columns::some(const std::vector<std::size_t>& columns, const std::vector<double>& values) const {
  std::vector<double> result;
  for (const std::size_t column : columns) {
    if (column >= first_ && column < first_ + here_) result.push_back(values[column - first_]);
  }
  return result;
}

void Columns::save(const std::string& file, State<backend::Cpu>& state) const {
  state.apply([&](const auto&... fields) { netcdf::write_restart(file, state.steps * dt, fields...); });
}

double Columns::read(const std::string& file, State<backend::Cpu>& state) const {
  return state.apply([&](auto&... fields) { return netcdf::read_restart(file, fields...); });
}

State<backend::Cpu> Columns::saved(const std::string& file) const {
  State<backend::Cpu> state(grid_of(here_));
  const double time = read(file, state);
  if (!(time >= 0 && time <= longest_hours * 3600 && std::fmod(time, dt) == 0)) {
    char sentence[160];
    std::snprintf(sentence, sizeof sentence,
                  ": model_time is %.9g s, no whole number of steps of %g s from 0 to %g h; give a file that --save "
                  "wrote",
                  time, dt, longest_hours);
    throw example::UserError(file + sentence);
  }
  state.steps = static_cast<int>(std::lround(time / dt));
  if (const std::string where = no_number(state); !where.empty())
    throw example::UserError(file + ": has no number in " + where + "; give a file that --save wrote");
  return state;
}

std::string Columns::no_number(State<backend::Cpu>& state) const {
  std::string found;
  const auto look = [&](const auto& field) {
    const auto values = field.to_host();
    const std::size_t rows = values.size() / here_;
    for (std::size_t i = 0; i < values.size() && found.empty(); ++i) {
      if (std::isfinite(values[i])) continue;
      found = field.name() + ", column " + std::to_string(first_ + i / rows);
      if (rows > 1) found += ", level " + std::to_string(i % rows);
    }
  };
  state.apply([&](const auto&... fields) { (look(fields), ...); });
  return found;
}

std::size_t columns_in(const std::string& file) {
  const ColumnGrid grid = netcdf::Input(file).grid();
  const auto columns = static_cast<std::size_t>(grid.columns());
  const ColumnGrid own = grid_of(columns);
  if (grid.levels() != own.levels() || grid.z_faces().back() != own.z_faces().back()) {
    throw example::UserError(file + ": has " + std::to_string(grid.levels()) + " cells up to " +
                             std::to_string(std::lround(grid.z_faces().back())) + " m, this model " +
                             std::to_string(cells) + " up to " + std::to_string(std::lround(depth)) +
                             " m; give a file that --save wrote");
  }
  return columns;
}

}  // namespace column_physics
