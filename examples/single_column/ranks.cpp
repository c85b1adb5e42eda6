// SPDX-License-Identifier: BSD-3-Clause
#include "ranks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include <stencil/mpi/made_together.hpp>

namespace single_column {
namespace {

/// use(first value, number of values) for each message, of which MPI counts the values as an int.
template <class Use>
void each_message(std::size_t values, const Use& use) {
  constexpr std::size_t most = std::size_t{1} << 24U;
  for (std::size_t first = 0; first < values; first += most)
    use(first, static_cast<int>(std::min(most, values - first)));
}

}  // namespace

double Ranks::largest(double here) const { return stencil::mpi::global_max(domain_, here); }

std::vector<double> Ranks::together(std::vector<double> here) const {
  const MPI_Comm ranks = domain_.communicator();
  const std::uint64_t own = here.size();
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(domain_.ranks()));
  stencil::mpi::require(MPI_Gather(&own, 1, MPI_UINT64_T, counts.data(), 1, MPI_UINT64_T, 0, ranks), "MPI_Gather");
  if (domain_.rank() != 0) {
    each_message(here.size(), [&](std::size_t first, int count) {
      stencil::mpi::require(MPI_Send(&here[first], count, MPI_DOUBLE, 0, 0, ranks), "MPI_Send");
    });
    return {};
  }
  for (int rank = 1; rank < domain_.ranks(); ++rank) {
    const std::size_t before = here.size();
    here.resize(before + counts[static_cast<std::size_t>(rank)]);
    each_message(here.size() - before, [&](std::size_t first, int count) {
      stencil::mpi::require(MPI_Recv(&here[before + first], count, MPI_DOUBLE, rank, 0, ranks, MPI_STATUS_IGNORE),
                            "MPI_Recv");
    });
  }
  return here;
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
