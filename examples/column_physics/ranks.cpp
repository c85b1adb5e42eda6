// SPDX-License-Identifier: BSD-3-Clause
#include "ranks.hpp"

#include <stencil/mpi/restart.hpp>

#include "model.hpp"

namespace column_physics {

Spread Ranks::spread(const std::vector<double>& values) const {
  const auto x = field(values);
  return {mpi::global_sum(domain_, x) / static_cast<double>(all()), mpi::global_min(domain_, x),
          mpi::global_max(domain_, x)};
}

std::vector<double> Ranks::some(const std::vector<std::size_t>& columns, const std::vector<double>& values) const {
  // Blocks of columns are in the order of the ranks.
  const auto mine = Columns::some(columns, values);
  const auto ranks = static_cast<std::size_t>(domain_.ranks());
  const int count = static_cast<int>(mine.size());
  std::vector<int> counts(ranks), places(ranks);
  mpi::require(MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, domain_.communicator()), "MPI_Gather");
  for (std::size_t r = 1; r < ranks; ++r) places[r] = places[r - 1] + counts[r - 1];
  std::vector<double> all(leads() ? columns.size() : 0);
  mpi::require(MPI_Gatherv(mine.data(), count, MPI_DOUBLE, all.data(), counts.data(), places.data(), MPI_DOUBLE, 0,
                           domain_.communicator()),
               "MPI_Gatherv");
  return all;
}

void Ranks::save(const std::string& file, State<backend::Cpu>& state) const {
  state.apply([&](const auto&... fields) { mpi::write_restart(file, domain_, state.steps * dt, fields...); });
}

double Ranks::read(const std::string& file, State<backend::Cpu>& state) const {
  return state.apply([&](auto&... fields) { return mpi::read_restart(file, domain_, fields...); });
}

}  // namespace column_physics
