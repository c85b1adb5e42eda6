// SPDX-License-Identifier: BSD-3-Clause
// Columns dealt to any number of ranks.
#include <cstddef>
#include <vector>

#include "checks.hpp"

using namespace stencil;
using namespace checks_of_ranks;

namespace {

/// Columns that no rank has together: every rank takes those of its number, in falling order but for a run.
std::vector<std::size_t> dealt_around(MPI_Comm world, std::size_t total) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &ranks);
  std::vector<std::size_t> columns;
  for (std::size_t c = total; c-- > 0;) {
    if (c >= 20 && c % static_cast<std::size_t>(ranks) == static_cast<std::size_t>(rank)) columns.push_back(c);
  }
  if (rank == ranks - 1) {
    for (std::size_t c = 0; c < 20; ++c) columns.push_back(c);
  }
  return columns;
}

void every_column_has_one_owner(const mpi::Domain& domain) {
  std::size_t owned = 0;
  for (std::size_t c = 0; c < domain.total(); ++c) {
    const mpi::Place place = domain.place(c);
    require(place.rank >= 0 && place.rank < domain.ranks(), "an owner is a rank");
    if (place.rank != domain.rank()) continue;
    require(domain.column(place.index) == c, "a column is where the domain says");
    ++owned;
  }
  require(owned == domain.count(), "a rank owns as many columns as it has");
  require_refused([&] { static_cast<void>(domain.owner(domain.total())); }, "but there are");
  require_refused([&] { static_cast<void>(domain.column(domain.count())); }, "is asked for, which has");
}

void blocks_are_even(MPI_Comm world) {
  for (const std::size_t total : {4U, 5U, 7U, 1000U}) {
    const mpi::Domain domain(world, total);
    every_column_has_one_owner(domain);
    const auto ranks = static_cast<std::size_t>(domain.ranks());
    require(domain.count() == total / ranks || domain.count() == total / ranks + 1,
            "blocks differ by at most one column");
    require(domain.owner(domain.first()) == domain.rank(), "a rank owns its first column");
  }
}

void grids_are_of_own_columns(const mpi::Domain& domain) {
  const auto even = domain.grid(ColumnGrid::uniform(7, -1.0, 0.3));
  require(even == ColumnGrid::uniform(7, -1.0, 0.3, domain.count()), "a grid of a rank is that of so many columns");
  require(domain.grid(ColumnGrid::periodic(3, 0.0, 1.0)).periodic(), "a ring stays one");
  std::vector<double> faces;
  for (std::size_t c = 0; c < domain.total(); ++c) {
    for (int k = 0; k < 3; ++k) faces.push_back(k + static_cast<double>(c));
  }
  const auto own = domain.grid(ColumnGrid::from_faces_per_column(faces, domain.total()));
  require(own.columns() == domain.count(), "heights per column are those of a rank's columns");
  for (std::size_t i = 0; i < own.columns(); ++i)
    require(own.z_faces(i)[1] == 1 + static_cast<double>(domain.column(i)), "a column keeps its heights");
  require(!own.heights_change(), "heights that are fixed stay so");
  const auto whole = ColumnGrid::from_faces_per_column(faces, domain.total()).with_changing_heights();
  const auto changing = domain.grid(whole);
  require(changing.heights_change() && changing.columns() == domain.count(), "heights that change stay so");
  // One rank cannot tell a grid of its columns from one of all.
  require(domain.grid(changing) == changing || (domain.ranks() == 1 && !domain.contiguous()),
          "a grid of a rank's columns is taken as it is");
  require((domain.ranks() == 1 && domain.contiguous()) == (changing == whole), "one rank has the whole grid");
  faces.resize(6);
  if (domain.count() != 2)
    require_refused([&] { static_cast<void>(domain.grid(ColumnGrid::from_faces_per_column(faces, 2))); },
                    "neither one of");
}

/// What is refused on all ranks alike leaves no communicator behind, of which MPICH has 2048.
void domains_that_are_refused_free_their_communicators(MPI_Comm world) {
  int ranks = 1;
  MPI_Comm_size(world, &ranks);
  if (ranks > 2) return;  // of many ranks on few processors each takes long
  const std::vector<std::size_t> twice{0, 0};
  for (int i = 0; i < 1100; ++i) {
    require_refused([&] { static_cast<void>(mpi::Domain(world, 0)); }, "each of which needs one");
    require_refused([&] { static_cast<void>(mpi::Domain(world, twice)); }, "is named twice");
  }
}

}  // namespace

int main(int argc, char** argv) {
  return mpi::run(argc, argv, [](MPI_Comm world) {
    blocks_are_even(world);
    const std::size_t total = 1021;
    for (const auto& domain : {mpi::Domain(world, total), mpi::Domain(world, dealt_around(world, total))}) {
      every_column_has_one_owner(domain);
      grids_are_of_own_columns(domain);
      numbers_of_one_process(domain);
      numbers_that_are_none(domain);
    }
    columns_move(world);
    domains_that_are_refused_free_their_communicators(world);
    const mpi::Domain any(world, total);
    std::vector<std::size_t> of_the_first;
    for (std::size_t c = 0; c < 4 && any.rank() == 0; ++c) of_the_first.push_back(c);
    if (any.ranks() > 1)
      require_refused([&] { static_cast<void>(mpi::Domain(world, of_the_first)); }, "rank 1 has no column");
    return 0;
  });
}
