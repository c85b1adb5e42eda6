// SPDX-License-Identifier: BSD-3-Clause
// fails CASE: something goes wrong on one rank or on all; the others wait in a sum or sleep.
#include <chrono>
#include <cstddef>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <stencil/mpi.hpp>
#include <stencil/stencil.hpp>

using namespace stencil;

int main(int argc, char** argv) {
  return mpi::run(argc, argv, [&](MPI_Comm world) {
    const std::string what = argc > 1 ? argv[1] : "";
    int rank = 0, ranks = 1;
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    const mpi::Domain domain(world, 10);
    const CenterField<double> a(domain.grid(ColumnGrid::uniform(4, 0.0, 1.0)));
    if (what == "one") {
      if (rank == ranks - 1) throw GridError("one rank fails");
      if (rank == 0) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    if (what == "all") throw GridError("every rank fails");
    if (what == "memory" && rank == ranks - 1) throw std::bad_alloc();
    if (what == "columns" && rank == 0) {
      const CenterField<double> others(ColumnGrid::uniform(4, 0.0, 1.0, 77));
      static_cast<void>(global_sum(domain, others));
    }
    if (what == "lists") static_cast<void>(mpi::Domain(world, std::vector<std::size_t>{0}));
    if (what == "total") static_cast<void>(mpi::Domain(world, static_cast<std::size_t>(rank + 100)));
    if (what == "few") static_cast<void>(mpi::Domain(world, 2));
    static_cast<void>(global_sum(domain, a));
    return 0;
  });
}
