// SPDX-License-Identifier: BSD-3-Clause
#include "ranks.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

#include <stencil/mpi/made_together.hpp>

namespace single_column {

double Ranks::largest(double here) const { return stencil::mpi::global_max(domain_, here); }

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

std::string Ranks::said_by_first(std::string words) const {
  std::size_t size = words.size();
  stencil::mpi::require(MPI_Bcast(&size, sizeof size, MPI_BYTE, 0, domain_.communicator()), "MPI_Bcast");
  words.resize(size);
  stencil::mpi::require(MPI_Bcast(words.data(), static_cast<int>(size), MPI_CHAR, 0, domain_.communicator()),
                        "MPI_Bcast");
  return words;
}

std::unique_ptr<stencil::netcdf::Making> Ranks::made_together([[maybe_unused]] const std::string& path,
                                                              [[maybe_unused]] const SampledColumns& sampled) const {
#if STENCIL_PARALLEL_NETCDF
  MPI_Comm writers = MPI_COMM_NULL;
  stencil::mpi::require(
      MPI_Comm_split(domain_.communicator(), sampled.count > 0 ? 0 : MPI_UNDEFINED, domain_.rank(), &writers),
      "MPI_Comm_split");
  if (writers == MPI_COMM_NULL) return nullptr;
  std::vector<std::size_t> mine(sampled.count);
  std::iota(mine.begin(), mine.end(), sampled.first);
  const stencil::mpi::Domain blocks(writers, mine);
  MPI_Comm_free(&writers);
  return std::make_unique<stencil::mpi::MadeTogether>(path, blocks);
#else
  return nullptr;
#endif
}

}  // namespace single_column
