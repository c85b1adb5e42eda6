// SPDX-License-Identifier: BSD-3-Clause
#include "ranks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace single_column {

bool started_with_others() {
  // Open MPI; MPICH and its kin; PMIx, which srun speaks too.
  const auto variables = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
  return std::any_of(variables.begin(), variables.end(), [](const char* name) { return std::getenv(name) != nullptr; });
}

double Ranks::largest(double here) const {
  return stencil::mpi::OverRanks(domain_).extreme(stencil::folding::LargerOrNaN{}, here);
}

std::vector<double> Ranks::together(std::vector<double> here) const {
  const auto ranks = static_cast<std::size_t>(domain_.ranks());
  const int count = static_cast<int>(here.size());
  std::vector<int> counts(ranks), places(ranks);
  stencil::mpi::require(MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, domain_.communicator()),
                        "MPI_Gather");
  for (std::size_t r = 1; r < ranks; ++r) places[r] = places[r - 1] + counts[r - 1];
  std::vector<double> all(domain_.rank() == 0 ? static_cast<std::size_t>(places.back() + counts.back()) : 0);
  stencil::mpi::require(MPI_Gatherv(here.data(), count, MPI_DOUBLE, all.data(), counts.data(), places.data(),
                                    MPI_DOUBLE, 0, domain_.communicator()),
                        "MPI_Gatherv");
  return all;
}

}  // namespace single_column
